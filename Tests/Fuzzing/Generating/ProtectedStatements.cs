using Tests.Fuzzing.Trees;

namespace Tests.Fuzzing.Generating;

/// <summary>Generates statements with try, catch, when, finally, using and await using.</summary>
internal sealed class ProtectedStatements(Grammar grammar)
{
    private Draw Draw => grammar.Draw;

    public Piece Statement(Scope scope) => Draw.Weighted(
        (6, () => Code.Of($"try{grammar.Statements.Block(scope.Inner())}{Catches(scope)}")),
        (2, () => Code.Of($"try{grammar.Statements.Block(scope.Inner())}{Finally(scope)}")),
        (2, () => Code.Of($"try{grammar.Statements.Block(scope.Inner())}{Catches(scope)}{Finally(scope)}")),
        (1, () => Code.Of($"using (l.Resource({grammar.Site()}, 0)){grammar.Statements.Block(scope.Inner())}")),
        (scope.IsAsync ? 2 : 0, () => AwaitUsing(scope)));

    private Code AwaitUsing(Scope scope)
    {
        var resource = $"l.Resource({grammar.Site()}, {Draw.Below(Grammar.Promises)}){Draw.Of("", ".ConfigureAwait(false)")}";
        return Code.Of($"await using ({resource}){grammar.Statements.Block(scope.Inner())}");
    }

    private Piece Catches(Scope scope)
    {
        Piece first = Draw.OneIn(3)
            ? Code.Of($" catch (OperationCanceledException {Handler(scope, out var name, out var block)}){Block(name, block)}")
            : Code.Of($"");
        Piece second = Draw.OneIn(2)
            ? Code.Of($" catch (WorldException {Handler(scope, out name, out block)}) when ({Filter(scope, name)}){Block(name, block)}")
            : Code.Of($"");
        Piece last = Draw.OneIn(4) ? Code.Of($"") : Code.Of($" catch (Exception {Handler(scope, out name, out block)}){Block(name, block)}");
        return first.Children.Count + second.Children.Count + last.Children.Count > 0
            ? Code.Of($"{first}{second}{last}")
            : Code.Of($" catch (Exception {Handler(scope, out name, out block)}){Block(name, block)}");
    }

    private string Handler(Scope scope, out string name, out Block block)
    {
        name = grammar.Name("e");
        block = grammar.Statements.Block(scope.Inner(inCatch: true), atMost: 2);
        return name;
    }

    private Code Filter(Scope scope, string name) => Code.Of($"l.Filter({grammar.Site()}, {name}, {grammar.Expressions.SimpleBool(scope)})");

    private Block Block(string name, Block block) => new([Code.Of($"l.Caught({grammar.Site()}, {name});"), .. block.Children]);

    private Piece Finally(Scope scope) =>
        Code.Of($" finally{grammar.Statements.Block(scope.Inner(inLoop: false, inCatch: false, canReturn: false), atMost: 2)}");
}
