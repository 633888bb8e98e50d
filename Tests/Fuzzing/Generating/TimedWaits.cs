using Tests.Fuzzing.Trees;

namespace Tests.Fuzzing.Generating;

/// <summary>
/// Generates delays, and tasks with a timeout. A program must not depend on real time, so its delays end at once or never, and its timeouts are never reached.
/// A delay is cancelled from the start or not at all, because a later cancellation would resume the program on the thread pool.
/// </summary>
internal sealed class TimedWaits(Grammar grammar)
{
    private const string Never = "TimeSpan.FromHours(1)";

    private Draw Draw => grammar.Draw;

    /// <summary>Generates a delay that ends at once, or a task with a timeout.</summary>
    public Piece Task(Scope scope) => Draw.Below(3) switch
    {
        0 => Code.Of(ExpressionType.Task, $"Task.Delay({Draw.Of("0", "TimeSpan.Zero")})"),
        1 => Code.Of(ExpressionType.Task, $"Task.Delay(0, {grammar.Tasks.Token(scope)})"),
        _ => Code.Of(ExpressionType.Task, $"{grammar.Tasks.Task(scope)}.WaitAsync({Limit(scope)})"),
    };

    public Piece TaskOfInt(Scope scope) => Code.Of(ExpressionType.TaskOfInt, $"{grammar.Tasks.TaskOfInt(scope)}.WaitAsync({Limit(scope)})");

    /// <summary>Generates a delay that does not end during the test, and so never wins a WhenAny.</summary>
    public Piece Delay() => Code.Of(ExpressionType.Task, $"Task.Delay({Draw.Of("1_000_000", "Timeout.Infinite", Never)})");

    /// <summary>Generates statements that store a delay in a variable, pass the delay to WhenAny, and compare the winner with the delay.</summary>
    public IEnumerable<Piece> Race(Scope scope)
    {
        var (delay, winner) = (grammar.Name("d"), grammar.Name("w"));
        var work = grammar.Tasks.Task(scope);
        var configured = Draw.Of("", "", ".ConfigureAwait(false)");
        yield return Code.Of($"var {delay} = {(grammar.Profile.IsOrdered && Draw.OneIn(4) ? Code.Of($"Task.Delay(0, {scope.World}.Cancelled)") : Delay())};");
        if (Draw.OneIn(3))
        {
            yield return Code.Of($"await Task.Yield();");
        }

        if (Draw.OneIn(2))
        {
            yield return Code.Of($"l.Log({grammar.Site()}, await Task.WhenAny({work}, {delay}){configured} == {delay});");
            yield break;
        }

        yield return Code.Of($"var {winner} = await Task.WhenAny({delay}, {work}){configured};");
        yield return Code.Of($"l.Log({grammar.Site()}, {winner} == {delay});");
        if (Draw.OneIn(6))
        {
            yield return Code.Of($"l.Log({grammar.Site()}, {delay}.IsFaulted);");
        }
    }

    private string Limit(Scope scope) => !grammar.Profile.Shared ? Never : Draw.Below(3) switch
    {
        0 => Never,
        1 => grammar.Tasks.Token(scope),
        _ => $"{Never}, {grammar.Tasks.Token(scope)}",
    };
}
