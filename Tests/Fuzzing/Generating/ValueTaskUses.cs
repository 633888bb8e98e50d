using Tests.Fuzzing.Trees;

namespace Tests.Fuzzing.Generating;

/// <summary>
/// Generates calls whose ValueTask is not awaited at the call. The ValueTask is awaited elsewhere, or it is used in a way that the contract of ValueTask
/// forbids. With the default builder, a second consumption happens to work. So the weaver must recognise a second consumption, and give the call a task or keep
/// the method's builder.
/// </summary>
internal sealed class ValueTaskUses(Grammar grammar)
{
    private Draw Draw => grammar.Draw;

    public IEnumerable<Piece> Statements(Scope scope)
    {
        if (grammar.Tasks.Call(scope, ReturnKind.ValueTaskOfInt) is not { } call)
        {
            return [grammar.Awaits.Statement(scope)];
        }

        var name = grammar.Name("v");
        var other = grammar.Name("v");
        var declared = Code.Of($"var {name} = {call};");
        var awaited = Code.Of($"l.Log({grammar.Site()}, await {name}{Draw.Of("", ".ConfigureAwait(false)")});");
        var again = Code.Of($"l.Log({grammar.Site()}, await {name});");
        var condition = grammar.Expressions.SimpleBool(scope);
        return Draw.Below(28) switch
        {
            0 => [declared, awaited, again],
            1 => [declared, Code.Of($"foreach (var {other} in new[] {{ 1, 2 }}) {awaited}")],
            2 => [declared, awaited, Code.Of($"l.Log({grammar.Site()}, {name}.IsCompleted);")],
            3 => [declared, Code.Of($"if ({condition}) {awaited} else {again}")],
            4 => [declared, Code.Of($"if ({condition}) {awaited}"), again],
            5 => [declared, Code.Of($"var {other} = {name};"), awaited, Code.Of($"if ({condition}) l.Log({grammar.Site()}, await {other});")],
            6 => [Code.Of($"{scope.Self}._v = {call};"), Code.Of($"l.Log({grammar.Site()}, await {scope.Self}._v);")],
            7 =>
            [
                Code.Of($"var {name} = new[] {{ {call}, {grammar.Tasks.ValueTaskOfInt(scope)} }};"),
                Code.Of($"foreach (var {other} in {name}) l.Log({grammar.Site()}, await {other});"),
            ],
            8 => [Code.Of($"_ = {call};")],
            9 => [declared, Code.Of($"l.Log({grammar.Site()}, {scope.World}.Read({name}));")],
            10 => [Code.Of($"var {name} = {call}.Preserve();"), awaited, again],
            11 => [declared, Code.Of($"var {other} = {name}.AsTask();"), Code.Of($"l.Log({grammar.Site()}, await {other} + await {other});")],
            12 => [declared, Code.Of($"l.Log({grammar.Site()}, {name}.IsCompleted ? {name}.Result : await {name});")],
            13 => [declared, Code.Of($"if ({name}.IsCompletedSuccessfully) l.Log({grammar.Site()}, {name}.Result); else {awaited}")],
            14 => [declared, Code.Of($"if ({name}.IsCompleted) l.Log({grammar.Site()}, {name}.GetAwaiter().GetResult());"), awaited],
            15 =>
            [
                declared,
                Code.Of($"async Task {other}() => l.Log({grammar.Site()}, await {name});"),
                Code.Of($"await {other}();"),
                Code.Of($"if ({condition}) await {other}();"),
            ],
            16 =>
            [
                Code.Of($"var {name} = ({call}, 1);"),
                Code.Of($"l.Log({grammar.Site()}, await {name}.Item1);"),
                Code.Of($"if ({condition}) l.Log({grammar.Site()}, await {name}.Item1);"),
            ],
            17 =>
            [
                Code.Of($"async ValueTask<int> {name}() => await {call};"),
                Code.Of($"var {other} = {name}();"),
                Code.Of($"l.Log({grammar.Site()}, await {other} + await {other});"),
            ],
            18 => [declared, Code.Of($"try {{ {awaited} }} catch (Exception) {{ l.Log({grammar.Site()}, {name}.IsFaulted); throw; }}")],
            19 => [Code.Of($"var {name} = {condition} ? {call} : {grammar.Tasks.ValueTaskOfInt(scope)};"), awaited],
            20 =>
            [
                declared,
                Code.Of($"static ValueTask<int> {other}(ref ValueTask<int> reference) => reference;"),
                Code.Of($"l.Log({grammar.Site()}, await {other}(ref {name}));"),
                again,
            ],
            21 => [PassedTo(Code.Of($"await v")), Code.Of($"l.Log({grammar.Site()}, await {other}({call}));")],
            22 =>
            [
                PassedTo(Code.Of($"v.IsCompletedSuccessfully ? v.Result : await v.ConfigureAwait(false)")),
                declared,
                Code.Of($"l.Log({grammar.Site()}, {name}.IsCompletedSuccessfully ? {name}.Result : await {other}({name}));"),
            ],
            23 => [PassedTo(Code.Of($"await v + await v")), Code.Of($"l.Log({grammar.Site()}, await {other}({call}));")],
            24 => [PassedTo(Code.Of($"{condition} ? await v : 0")), Code.Of($"l.Log({grammar.Site()}, await {other}({call}));")],
            25 => [PassedTo(Code.Of($"await v")), declared, Code.Of($"l.Log({grammar.Site()}, await {other}({name}) + await {other}({name}));")],
            _ => [declared, awaited],
        };

        // Declares a local function with a ValueTask as its parameter.
        Code PassedTo(Code body) => Code.Of($"async {Draw.Of("Task<int>", "ValueTask<int>")} {other}(ValueTask<int> v) => {body};");
    }
}
