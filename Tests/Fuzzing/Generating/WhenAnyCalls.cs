using Tests.Fuzzing.Trees;

namespace Tests.Fuzzing.Generating;

/// <summary>
/// Generates calls of <c>Task.WhenAny</c> with two to five tasks, passed as separate arguments, an array, a collection expression or a list. The calls are
/// awaited at once, later or never.
/// </summary>
internal sealed class WhenAnyCalls(Grammar grammar)
{
    private Draw Draw => grammar.Draw;

    // The name of the method that logs the winner. If the order of events is not compared, that method logs only that some task has won.
    private string Told => grammar.Profile.IsOrdered ? "Winner" : "SomeWinner";

    /// <summary>Generates statements, one of which calls <c>WhenAny</c>.</summary>
    public IEnumerable<Piece> Statements(Scope scope)
    {
        var name = grammar.Name("w");
        var configured = Draw.Of("", "", ".ConfigureAwait(false)", ".ConfigureAwait(true)");
        if (Draw.OneIn(8))
        {
            // Creates the array in a statement of its own, and changes an element before the call.
            var array = grammar.Name("ts");
            yield return Code.Of($"var {array} = new Task[] {{ {Tasks(scope, 2 + Draw.Below(3))} }};");
            yield return Code.Of($"{array}[{Draw.Below(2)}] = {grammar.Tasks.Task(scope)};");
            yield return scope.IsAsync
                ? Code.Of($"l.{Told}({grammar.Site()}, await Task.WhenAny({array}){configured});")
                : Code.Of($"Task.WhenAny({array});");
            yield break;
        }

        if (scope.IsAsync && Draw.OneIn(5))
        {
            foreach (var statement in grammar.Waits.Race(scope))
            {
                yield return statement;
            }

            yield break;
        }

        if (!scope.IsAsync || Draw.OneIn(3))
        {
            // Stores the call's task in a variable, and awaits the task later or never.
            yield return Code.Of($"var {name} = {Call(scope)};");
            if (scope.IsAsync && Draw.Below(3) > 0)
            {
                yield return Code.Of($"l.{Told}({grammar.Site()}, await {name}{configured});");
            }

            yield break;
        }

        yield return Draw.Below(4) switch
        {
            0 => Code.Of($"await {Call(scope)}{configured};"),
            1 => Code.Of($"var {name} = await {Call(scope)}{configured}; l.{Told}({grammar.Site()}, {name});"),
            2 when grammar.Profile.IsOrdered => Code.Of($"l.Log({grammar.Site()}, (await {Call(scope)}{configured}).Status);"),
            _ => Code.Of($"l.{Told}({grammar.Site()}, await {Call(scope)}{configured});"),
        };
    }

    /// <summary>
    /// Generates an awaited call that yields an int. If the order of events is compared, the int may be the winner's own result, which a second await reads.
    /// </summary>
    public Piece AwaitedInt(Scope scope) => Draw.OneIn(3) || !grammar.Profile.IsOrdered
        ? Code.Of(ExpressionType.Int, $"l.{Told}({grammar.Site()}, await {Call(scope)})")
        : Code.Of(ExpressionType.Int, $"(await await {CallOfInt(scope)}{Draw.Of("", ".ConfigureAwait(false)")})");

    /// <summary>Generates a call of <c>WhenAny</c> without an await.</summary>
    public Piece Task(Scope scope) => Code.Of(ExpressionType.Task, $"{Call(scope)}");

    private Code Call(Scope scope)
    {
        var count = Draw.Of(2, 3, 3, 3, 4, 4, 5);
        return Draw.Weighted(
            (6, () => Code.Of($"Task.WhenAny({Tasks(scope, count)})")),
            (3, () => CallOfInt(scope)),
            (2, () => Code.Of($"Task.WhenAny(new Task[] {{ {Tasks(scope, count)} }})")),
            (1, () => Code.Of($"Task.WhenAny([(Task){Tasks(scope, count)}])")),
            (1, () => Code.Of($"Task.WhenAny(new List<Task> {{ {Tasks(scope, count)} }})")),
            (1, () => Code.Of($"Task.WhenAny({NullAmong(scope, count)})")));
    }

    private Code CallOfInt(Scope scope)
    {
        var count = Draw.Of(2, 3, 3, 3, 4, 4, 5);
        return Draw.Weighted(
            (5, () => Code.Of($"Task.WhenAny({TasksOfInt(scope, count)})")),
            (2, () => Code.Of($"Task.WhenAny<int>({TasksOfInt(scope, count)})")),
            (2, () => Code.Of($"Task.WhenAny(new[] {{ {TasksOfInt(scope, count)} }})")));
    }

    private Code Tasks(Scope scope, int count) => List(count, () => Draw.Below(10) switch
    {
        0 => Code.Of($"({grammar.Expressions.Bool(scope)} ? {grammar.Tasks.Task(scope)} : {Promise(scope)})"),
        1 or 2 => Code.Of($"l.Name<Task>({grammar.Site()}, {grammar.Tasks.Task(scope)})"),
        3 or 4 => Code.Of($"{Ended()}"),
        5 => grammar.Waits.Delay(),
        _ => grammar.Tasks.Task(scope),
    });

    private Code TasksOfInt(Scope scope, int count) => List(count, () => Draw.OneIn(4)
        ? Code.Of($"l.Name({grammar.Site()}, {grammar.Tasks.TaskOfInt(scope)})")
        : Draw.OneIn(4) ? Ended() : grammar.Tasks.TaskOfInt(scope));

    // Generates a task that has already ended. If several tasks have ended before the call of WhenAny, the first of them in the argument list wins.
    private Code Ended() => Code.Of(ExpressionType.TaskOfInt, $"Task.FromResult({Draw.Below(100)})");

    private Code NullAmong(Scope scope, int count)
    {
        var at = Draw.Below(count);
        var index = 0;
        return List(count, () => index++ == at ? Null() : Promise(scope));

        Piece Null() => Draw.OneIn(4) ? Code.Of($"(Task)null!") : Code.Of($"{scope.World}.NullTask()");
    }

    private Piece Promise(Scope scope) => grammar.Tasks.Promise(scope, ExpressionType.Task, "Task");

    private static Code List(int count, Func<Piece> item)
    {
        var pieces = new List<Piece> { item() };
        for (var i = 1; i < count; i++)
        {
            pieces.Add(new Text(", "));
            pieces.Add(item());
        }

        return new Code(pieces);
    }
}
