using Tests.Fuzzing.Trees;

namespace Tests.Fuzzing.Generating;

/// <summary>
/// Generates the local functions of a forwarder. The weaver copies most kinds of local functions for the forwarder's twin. If the weaver cannot copy one of the
/// functions, the forwarder gets no twin.
/// </summary>
/// <param name="grammar">The grammar of the program.</param>
/// <param name="isStatic">Whether the forwarder is static; a static forwarder takes the Program object as a parameter.</param>
internal sealed class ForwarderFunctions(Grammar grammar, bool isStatic)
{
    private Draw Draw => grammar.Draw;

    private string Self => isStatic ? "p" : "this";

    /// <summary>Generates the forwarder's body, with the local functions at its end.</summary>
    /// <param name="returns">The return type.</param>
    /// <param name="call">A call whose task the forwarder may return.</param>
    /// <param name="other">An expression for another task of the same type.</param>
    public Block Body(ReturnKind returns, string call, string other)
    {
        List<Piece> statements = [Code.Of($"var n = a;")];
        List<Piece> functions = [];
        for (var i = Draw.Below(3); i > 0; i--)
        {
            Add(statements, functions);
        }

        statements.Add(Code.Of($"l.Log({grammar.Site()}, n);"));
        var task = call;
        if (functions.Count == 0 || Draw.OneIn(2))
        {
            var name = grammar.Name("O");
            task = $"{name}(l, a{(isStatic ? ", p" : "")})";
            functions.Add(Own(name, returns, call));
        }

        statements.Add(Draw.Below(4) switch
        {
            0 => Code.Of($"return n % 2 == 0 ? {task} : {other};"),
            1 => Code.Of($"if (n % 3 == 0) return {other}; return {task};"),
            2 => Code.Of($"return n % 3 == 0 ? {call} : {task};"),
            _ => Code.Of($"return {task};"),
        });
        return new Block([.. statements, .. functions]);
    }

    // Adds one or two functions, and the statements that call them.
    private void Add(List<Piece> statements, List<Piece> functions)
    {
        var name = grammar.Name("L");
        var other = grammar.Name("L");
        var log = $"l.Log({grammar.Site()}, n);";
        switch (Draw.Below(12))
        {
            case 0:
                statements.Add(Code.Of($"n = {name}(a % 5);"));
                functions.Add(Code.Of($"int {name}(int x) => x > 1 ? {name}(x - 2) + n : n;"));
                break;
            case 1:
                statements.Add(Code.Of($"{name}(2); n *= 2; {name}(a);"));
                functions.Add(Code.Of($"void {name}(int x) {{ n += x; {log} }}"));
                break;
            case 2:
                statements.Add(Code.Of($"if ({name}(a % 6)) {log}"));
                functions.Add(Code.Of($"static bool {name}(int x) => x % 2 == 0 || {other}(x - 1);"));
                functions.Add(Code.Of($"static bool {other}(int x) => x > 0 && {name}(x - 1);"));
                break;
            case 3:
                statements.Add(Code.Of($"l.Log({grammar.Site()}, {name}(a, \"x\") + {name}(\"y\", (1, a)));"));
                functions.Add(Code.Of($"string {name}<T, U>(T x, U y) {{ n++; return $\"{{typeof(T).Name}} {{y}} {{n}}\"; }}"));
                break;
            case 4:
                statements.Add(Code.Of($"n += {name}();"));
                functions.Add(Code.Of($"int {name}() => l.Throws && n % 4 == 0 ? throw new WorldException(\"in a local function\") : 1;"));
                break;
            case 5:
                statements.Add(Code.Of($"for (var i = 0; i < 3; i++) {{ var own = i * a; {name}(); own++; {name}(); void {name}() => n += own; }}"));
                break;
            case 6:
                statements.Add(Code.Of($"{name}(ref n, out var {other}); l.Log({grammar.Site()}, {other});"));
                functions.Add(Code.Of($"static void {name}(ref int x, out int y) {{ y = x; x += 3; }}"));
                break;
            case 7 when grammar.FunctionsWrite:
                statements.Add(Code.Of($"{name}();"));
                functions.Add(Code.Of($"void {name}() {{ {Self}._f = n; {other}(); void {other}() => n += {Self}._f; }}"));
                break;

            // The weaver cannot copy the functions of the following cases for a twin.
            case 8:
                statements.Add(Code.Of($"{name}();"));
                functions.Add(Code.Of($"void {name}() {{ try {{ n++; }} finally {{ {log} }} }}"));
                break;
            case 9:
                statements.Add(Code.Of($"Func<int, int> {other} = {name}; n = {other}(n) + {name}(1);"));
                functions.Add(Code.Of($"static int {name}(int x) => x + 2;"));
                break;
            case 10:
                statements.Add(Code.Of($"n += {name}().Sum();"));
                functions.Add(Code.Of($"IEnumerable<int> {name}() {{ yield return n; yield return a; }}"));
                break;
            default:
                statements.Add(Code.Of($"n += {name}();"));
                functions.Add(Code.Of($"int {name}() {{ Func<int> f = () => n + 1; return f(); }}"));
                break;
        }
    }

    /// <summary>Generates an async local function that captures no variable. Some of these functions call themselves.</summary>
    private Code Own(string name, ReturnKind returns, string call)
    {
        List<Piece> statements = [Code.Of($"l.Log({grammar.Site()}, a);")];
        if (Draw.OneIn(3))
        {
            statements.Add(Code.Of($"if (a % 3 > 0) await {name}(l.Call({grammar.Site()}), a % 3 - 1{(isStatic ? ", p" : "")});"));
        }

        statements.Add(Draw.OneIn(4) ? Code.Of($"await {Self}.w.Value({Draw.Below(Grammar.Promises)});") : Code.Of($"await {call};"));
        if (returns.HasResult())
        {
            statements.Add(Code.Of($"return a;"));
        }

        return Code.Of($"{(isStatic ? "static " : "")}async {returns.Text()} {name}(Lane l, int a{(isStatic ? ", Program p" : "")}){new Block(statements)}");
    }
}
