using Tests.Fuzzing.Trees;

namespace Tests.Fuzzing.Generating;

/// <summary>Methods that are not async and return the task of another method, or one that they come by otherwise.</summary>
internal sealed class Forwarders(Grammar grammar)
{
    /// <summary>What the names of such methods begin with.</summary>
    public const string Prefix = "Forward";

    private Draw Draw => grammar.Draw;

    /// <summary>A few methods, each of which forwards to the one before it, and the first to an async method.</summary>
    /// <param name="target">The async method; it returns a task.</param>
    /// <returns>How each is called, and its declaration.</returns>
    public IEnumerable<(Callable Callable, Piece Declaration)> Of(Callable target)
    {
        for (var i = Draw.Below(3); i > 0; i--)
        {
            var isStatic = Draw.OneIn(3);
            var name = grammar.Name(Prefix);
            var self = isStatic ? "p" : "this";
            var declaration =
                $"public {(isStatic ? "static " : Draw.OneIn(6) ? "virtual " : "")}{target.Returns.Text()} {name}(Lane l, int a{(isStatic ? ", Program p" : "")})";
            var written = Code.Of($"{declaration}{Body(target, self)}");
            target = isStatic ? new Callable($"Program.{name}", target.Returns, ", {0}") : new Callable($"{{0}}.{name}", target.Returns);
            yield return (target, written);
        }
    }

    private Piece Body(Callable target, string self)
    {
        var call = $"{target.Function.Replace("{0}", self)}(l, {Draw.Of("a", "a + 1", "5")}{target.Extra.Replace("{0}", self)})";
        return Draw.Below(7) switch
        {
            0 => Code.Of($" => {call};"),
            1 => Code.Of($" => a % 2 == 0 ? {call} : {Other(target, self)};"),
            2 => Code.Of($" => (a % 3) switch {{ 0 => {call}, 1 => {Other(target, self)}, _ => {call} }};"),
            3 => Returning(Code.Of($"if (a % 2 == 0) return {Other(target, self)};"), call),
            4 => Returning(Code.Of($"if (l.Throws && a % 4 == 0) throw new WorldException(\"not forwarded\");"), call),
            5 => Returning(Code.Of($"var t = {call};"), "t"),
            _ => Returning(Code.Of($"{self}._f = a;"), call),
        };
    }

    private Block Returning(Code first, string task) => new([Code.Of($"l.Log({grammar.Site()}, a);"), first, Code.Of($"return {task};")]);

    /// <summary>A task that no method of the program makes.</summary>
    private string Other(Callable target, string self)
    {
        var form = $"{(grammar.Profile.Shared || !grammar.Profile.Races ? "" : "New")}Task{(target.Returns.HasResult() ? "Of" : "")}";
        return Draw.Below(4) switch
        {
            0 => $"{self}.w.{form}({Draw.Below(Grammar.Promises)})",
            1 => "l.Throws ? null! : " + Completed(target),
            _ => Completed(target),
        };
    }

    private string Completed(Callable target) => target.Returns.HasResult() ? $"Task.FromResult({Draw.Below(10)})" : "Task.CompletedTask";
}
