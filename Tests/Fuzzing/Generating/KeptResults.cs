using Tests.Fuzzing.Trees;

namespace Tests.Fuzzing.Generating;

/// <summary>
/// Generates calls whose task or ValueTask is stored in a variable and awaited later. If the variable is awaited once, the weaver may rewrite the call. If the
/// variable is awaited more often, the call must keep its task. (To await a ValueTask twice is a misuse.)
/// </summary>
internal sealed class KeptResults(Grammar grammar)
{
    private Draw Draw => grammar.Draw;

    public IEnumerable<Piece> Statements(Scope scope)
    {
        var kind = Draw.OneIn(2) ? ReturnKind.ValueTaskOfInt : ReturnKind.TaskOfInt;
        if (grammar.Tasks.Call(scope, kind) is not { } call || grammar.Tasks.Call(scope, kind) is not { } second)
        {
            return [grammar.Awaits.Statement(scope)];
        }

        var name = grammar.Name("k");
        var other = grammar.Name("k");
        var declared = Code.Of($"var {name} = {call};");
        var awaited = Awaited(name);
        var between = grammar.Awaits.Statement(scope);
        var condition = grammar.Expressions.SimpleBool(scope);
        var log = Code.Of($"l.Log({grammar.Site()}, 1);");
        var taken = Code.Of($"l.Log({grammar.Site()}, {name}.{Draw.Of("Result", "GetAwaiter().GetResult()")});");
        return Draw.Below(23) switch
        {
            0 => [declared, Code.Of($"try {{ {between} {awaited} }} catch (Exception) {{ {Awaited(name)} }}")],
            1 => [declared, Code.Of($"for (var {other} = 0; {other} < 2; {other}++) {{ {between} {awaited} }}")],
            2 => [declared, Code.Of($"for (var {other} = 0; {other} < 2; {other}++) {{ try {{ {between} }} finally {{ {awaited} }} }}")],
            3 => [declared, Code.Of($"Func<Task> {other} = async () => {awaited}"), Code.Of($"await {other}();"), Code.Of($"if ({condition}) await {other}();")],
            4 => [declared, awaited, between, Awaited(name)],
            5 => [declared, Code.Of($"var {other} = {name};"), between, awaited, Code.Of($"if ({condition}) {Awaited(other)}")],
            6 => [declared, between, Code.Of($"if ({condition}) {awaited}")],
            7 or 8 => [declared, Code.Of($"var {other} = {second};"), awaited, Awaited(other)],
            9 or 10 => [declared, Code.Of($"var {other} = {second};"), between, Awaited(other), awaited],
            11 or 12 => [declared, Code.Of($"try {{ {between} {awaited} }} finally {{ {log} }}")],
            13 => [declared, Code.Of($"try {{ {between} }} finally {{ {awaited} }}")],
            14 => [declared, Code.Of($"for (var {other} = 0; {other} < 2; {other}++) {{ {awaited} {name} = {second}; }}"), between, Awaited(name)],
            15 => [Code.Of($"var {name} = {condition} ? {call} : {second};"), between, awaited],
            16 => [declared, Code.Of($"if ({name}.IsCompleted) {log}"), between, awaited],
            17 => [declared, Code.Of($"if ({name}.IsCompleted) {taken} else {awaited}")],
            18 => [declared, between, Code.Of($"if ({condition} && ({name}.IsFaulted || {name}.IsCompleted)) {taken} else {awaited}")],
            19 => [declared, Code.Of($"try {{ {between} if ({name}.IsCompleted) {taken} else {awaited} }} finally {{ {log} }}"), Code.Of($"if ({condition} && {name}.IsCompleted) {log}")],
            _ => [declared, between, awaited],
        };
    }

    private Code Awaited(string name) => Code.Of($"l.Log({grammar.Site()}, await {name}{Draw.Of("", ".ConfigureAwait(false)")});");
}
