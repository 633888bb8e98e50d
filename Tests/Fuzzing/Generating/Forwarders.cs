using Tests.Fuzzing.Trees;

namespace Tests.Fuzzing.Generating;

/// <summary>
/// Generates forwarders: methods that are not async and return another method's task. On some paths, a forwarder may return a task that no method of the
/// program created.
/// </summary>
internal sealed class Forwarders(Grammar grammar)
{
    /// <summary>The prefix of the names of all forwarders.</summary>
    public const string Prefix = "Forward";

    /// <summary>The prefix for forwarders that convert a ValueTask into a task.</summary>
    public const string OfValueTask = Prefix + "Value";

    /// <summary>The prefix for forwarders with local functions.</summary>
    public const string WithLocalFunctions = Prefix + "Local";

    private Draw Draw => grammar.Draw;

    /// <summary>Generates at most two forwarders. The first one forwards to the async method, and the second one to the first one.</summary>
    /// <param name="target">The async method, which returns a task or a ValueTask.</param>
    /// <returns>How to call each forwarder, and its declaration.</returns>
    public IEnumerable<(Callable Callable, Piece Declaration)> Of(Callable target)
    {
        for (var i = Draw.Below(3); i > 0; i--)
        {
            var isStatic = Draw.OneIn(3);
            var isOfValueTask = target.Returns is ReturnKind.ValueTask or ReturnKind.ValueTaskOfInt;
            var functions = Draw.OneIn(3) ? new ForwarderFunctions(grammar, isStatic) : null;
            var name = grammar.Name(functions != null ? WithLocalFunctions : isOfValueTask ? OfValueTask : Prefix);
            var returns = target.Returns.HasResult() ? ReturnKind.TaskOfInt : ReturnKind.Task;
            var declaration =
                $"public {(isStatic ? "static " : Draw.OneIn(6) ? "virtual " : "")}{returns.Text()} {name}(Lane l, int a{(isStatic ? ", Program p" : "")})";
            var self = isStatic ? "p" : "this";
            var written = Code.Of($"{declaration}{(functions != null ? functions.Body(returns, Call(target, self), Other(returns, self)) : Body(returns, target, self))}");
            target = isStatic ? new Callable($"Program.{name}", returns, ", {0}") : new Callable($"{{0}}.{name}", returns);
            yield return (target, written);
        }
    }

    private Piece Body(ReturnKind returns, Callable target, string self)
    {
        var call = Call(target, self);
        return Draw.Below(7) switch
        {
            0 => Code.Of($" => {call};"),
            1 => Code.Of($" => a % 2 == 0 ? {call} : {Other(returns, self)};"),
            2 => Code.Of($" => (a % 3) switch {{ 0 => {call}, 1 => {Other(returns, self)}, _ => {call} }};"),
            3 => Returning(Code.Of($"if (a % 2 == 0) return {Other(returns, self)};"), call),
            4 => Returning(Code.Of($"if (l.Throws && a % 4 == 0) throw new WorldException(\"not forwarded\");"), call),
            5 => Returning(Code.Of($"var t = {(Draw.OneIn(3) ? $"{Other(returns, self)}; if (a % 2 == 0) t = {call}" : call)};"), "t"),
            _ => Returning(Code.Of($"{self}._f = a;"), call),
        };
    }

    private string Call(Callable target, string self)
    {
        var asTask = target.Returns is ReturnKind.ValueTask or ReturnKind.ValueTaskOfInt ? ".AsTask()" : "";
        return $"{target.Function.Replace("{0}", self)}(l, {Draw.Of("a", "a + 1", "5")}{target.Extra.Replace("{0}", self)}){asTask}";
    }

    private Block Returning(Code first, string task) => new([Code.Of($"l.Log({grammar.Site()}, a);"), first, Code.Of($"return {task};")]);

    /// <summary>Returns an expression for a task that no method of the program creates. The task may be null.</summary>
    private string Other(ReturnKind returns, string self)
    {
        var form = $"{(grammar.Profile.Shared || !grammar.Profile.Races ? "" : "New")}Task{(returns.HasResult() ? "Of" : "")}";
        var completed = returns.HasResult() ? $"Task.FromResult({Draw.Below(10)})" : "Task.CompletedTask";
        return Draw.Below(4) switch
        {
            0 => $"{self}.w.{form}({Draw.Below(Grammar.Promises)})",
            1 => "l.Throws ? null! : " + completed,
            _ => completed,
        };
    }
}
