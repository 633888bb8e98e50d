using Tests.Fuzzing.Trees;

namespace Tests.Fuzzing.Generating;

/// <summary>Generates awaits of every kind.</summary>
internal sealed class Awaits(Grammar grammar)
{
    private Draw Draw => grammar.Draw;

    /// <summary>Generates an await with an int result, in parentheses.</summary>
    public Piece Int(Scope scope) => Draw.Weighted(
        (5, () => Awaited(ExpressionType.Int, grammar.Tasks.TaskOfInt(scope), ofTask: true)),
        (5, () => Awaited(ExpressionType.Int, grammar.Tasks.ValueTaskOfInt(scope), ofTask: false)),
        (HasCallable(scope, ReturnKind.TaskOfInt) ? 6 : 0, () => Awaited(ExpressionType.Int, grammar.Tasks.Call(scope, ReturnKind.TaskOfInt)!, ofTask: true)),
        (1, () => Code.Of(ExpressionType.Int, $"(await {scope.World}.Custom({Draw.Below(Grammar.Promises)}))")),
        (1, () => Code.Of(ExpressionType.Int, $"(await {scope.World}.Plain({Draw.Below(Grammar.Promises)}))")),
        (2, () => Awaited(ExpressionType.Int, grammar.Waits.TaskOfInt(scope), ofTask: true)),
        (grammar.Profile.Races ? 3 : 0, () => grammar.WhenAny.AwaitedInt(scope)));

    public Piece Statement(Scope scope) => Draw.Weighted(
        (4, () => Code.Of($"{Awaited(null, grammar.Tasks.Task(scope), ofTask: true)};")),
        (4, () => Code.Of($"{Awaited(null, grammar.Tasks.ValueTask(scope), ofTask: false)};")),
        (HasCallable(scope, ReturnKind.Task) ? 5 : 0, () => Code.Of($"{Awaited(null, grammar.Tasks.Call(scope, ReturnKind.Task)!, ofTask: true)};")),
        (2, () => Code.Of($"await Task.Yield();")),
        (2, () => Code.Of($"{Awaited(null, grammar.Waits.Task(scope), ofTask: true)};")),
        (1, () => Code.Of($"await {grammar.Tasks.Task(scope)}.ConfigureAwait(ConfigureAwaitOptions.{ConfigureAwaitOptions()});")),
        (3, () => Code.Of($"l.Log({grammar.Site()}, {Int(scope)});")));

    private static bool HasCallable(Scope scope, ReturnKind kind) => scope.Callables.Any(callable => callable.Returns == kind);

    private string ConfigureAwaitOptions() =>
        Draw.Of("SuppressThrowing", "ForceYielding", "ContinueOnCapturedContext | ConfigureAwaitOptions.ForceYielding", "None");

    private Code Awaited(ExpressionType? type, Piece awaited, bool ofTask)
    {
        var configured = Draw.Below(10) switch
        {
            < 3 => ".ConfigureAwait(false)",
            3 when ofTask => ".ConfigureAwait(ConfigureAwaitOptions.ForceYielding)",
            4 => ".ConfigureAwait(true)",
            _ => "",
        };
        return type == null
            ? Code.Of($"await {awaited}{configured}")
            : Code.Of(ExpressionType.Int, $"(await {awaited}{configured})");
    }
}
