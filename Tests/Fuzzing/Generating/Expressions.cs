using Tests.Fuzzing.Trees;

namespace Tests.Fuzzing.Generating;

/// <summary>Generates expressions of type int and bool.</summary>
internal sealed class Expressions(Grammar grammar)
{
    private Draw Draw => grammar.Draw;

    public Piece Int(Scope scope)
    {
        var nests = grammar.Spend();
        return Draw.Weighted(
            (3, () => Literal()),
            (scope.Ints.Count > 0 ? 5 : 0, () => Variable(scope)),
            (1, () => Code.Of(ExpressionType.Int, $"{scope.Self}._f")),
            (nests ? 1 : 0, () => Code.Of(ExpressionType.Int, $"{Int(scope)} + {Int(scope)}")),
            (nests ? 1 : 0, () => Code.Of(ExpressionType.Int, $"l.See({grammar.Site()}, {Int(scope)})")),
            (nests ? 1 : 0, () => Code.Of(ExpressionType.Int, $"({Bool(scope)} ? {Int(scope)} : {Int(scope)})")),
            (nests ? 1 : 0, () => grammar.StateObjects.Int(scope)),
            (nests && scope.IsAsync ? 6 : 0, () => grammar.Awaits.Int(scope)),
            (nests && Draw.OneIn(4) ? 1 : 0, () => Code.Of(ExpressionType.Int, $"l.Throw({grammar.Site()}, \"thrown\")")));
    }

    /// <summary>Generates an int expression without an await.</summary>
    public Piece Simple(Scope scope) => scope.Ints.Count > 0 && Draw.OneIn(2) ? Variable(scope) : Literal();

    public Piece Bool(Scope scope) => Draw.Weighted(
        (3, () => Code.Of(ExpressionType.Bool, $"{Int(scope)} > {Draw.Below(12)}")),
        (2, () => Code.Of(ExpressionType.Bool, $"{Int(scope)} % 2 == {Draw.Below(2)}")),
        (1, () => Code.Of(ExpressionType.Bool, $"({SimpleBool(scope)} && {Int(scope)} != 3)")),
        (1, () => Code.Of(ExpressionType.Bool, $"({SimpleBool(scope)} || {Int(scope)} < 5)")));

    public Piece SimpleBool(Scope scope) => Code.Of(ExpressionType.Bool, $"{Simple(scope)} % 2 == {Draw.Below(2)}");

    private Piece Literal() => Code.Of(ExpressionType.Int, $"{Draw.Below(10)}");

    private Piece Variable(Scope scope) => Code.Of(ExpressionType.Int, $"{Draw.From(scope.Ints)}");
}
