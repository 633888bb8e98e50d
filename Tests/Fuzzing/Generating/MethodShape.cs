using Tests.Fuzzing.Trees;

namespace Tests.Fuzzing.Generating;

/// <summary>
/// How an async method is declared. The generator chooses all declarations before it generates the first body, so that a body can call the other methods.
/// </summary>
/// <param name="Callable">How to call the method.</param>
/// <param name="Before">The text before the body, including the method's declaration.</param>
/// <param name="After">The text after the body, which closes the types that Before opened.</param>
/// <param name="Self">The name of the Program object in the body.</param>
/// <param name="Prologue">Statements at the beginning of the body; may be empty.</param>
/// <param name="Others">Further expressions that lambdas in the body can capture.</param>
/// <param name="IsNested">Whether the method is in its own nested type.</param>
internal sealed record MethodShape(
    Callable Callable, string Before, string After, string Self, string Prologue, IReadOnlyList<string> Others, bool IsNested)
{
    public ReturnKind Returns => Callable.Returns;

    public static MethodShape Of(Draw draw, int index)
    {
        var returns = ReturnKinds.Draw(draw);
        var type = returns.Text();
        var name = $"M{index}";
        return draw.Below(11) switch
        {
            < 3 => new(
                new Callable($"{{0}}.{name}", returns), $"public async {type} {name}(Lane l, int a)",
                "", "this", "", [], IsNested: false),
            3 => new(
                new Callable($"Program.{name}", returns, ", {0}"), $"public static async {type} {name}(Lane l, int a, Program p)",
                "", "p", "", [], IsNested: false),
            4 => new(
                new Callable($"{{0}}.{name}", returns, draw.Of(", \"text\"", ", 7L", ", (1, \"x\")", ", DayOfWeek.Monday", ", (object?)null")),
                $"public async {type} {name}<T>(Lane l, int a, T g)",
                "", "this", "", ["g", "typeof(T).Name"], IsNested: false),
            5 => new(
                new Callable($"new S{index}({{0}}, 3).{name}", returns),
                $"public struct S{index}(Program program, int number)\n    {{\n" +
                $"        private int _n = number;\n\n        public async {type} {name}(Lane l, int a)",
                "\n    }", "p", "var p = program; var n = ++_n;", ["n", "(n, a)"], IsNested: true),
            6 => new(
                new Callable(
                    draw.Of($"new G{index}<string>({{0}}, \"g\").{name}", $"new G{index}<(int, string)>({{0}}, (4, \"g\")).{name}"), returns),
                $"public sealed class G{index}<T>(Program p, T g)\n    {{\n        public async {type} {name}(Lane l, int a)",
                "\n    }", "p", "", ["g", "this.ToString()!.Length"], IsNested: true),
            7 => new(
                new Callable(draw.Of($"((I{index})new C{index}({{0}})).{name}", $"((I{index})new D{index}({{0}})).{name}", $"((C{index})new D{index}({{0}})).{name}"), returns),
                $"public interface I{index}\n    {{\n        {type} {name}(Lane l, int a);\n    }}\n\n" +
                $"    public class C{index}(Program p) : I{index}\n    {{\n        public virtual async {type} {name}(Lane l, int a)",
                $"\n    }}\n\n    public sealed class D{index}(Program q) : C{index}(q)\n    {{\n" +
                $"        public override {type} {name}(Lane l, int a) => base.{name}(l, a + 1);\n    }}", "p", "", [], IsNested: true),
            8 => new(
                new Callable($"((J{index})new V{index}({{0}}, 3)).{name}", returns),
                $"public interface J{index}\n    {{\n        {type} {name}(Lane l, int a);\n    }}\n\n" +
                $"    public struct V{index}(Program program, int number) : J{index}\n    {{\n" +
                $"        private int _n = number;\n\n        public async {type} {name}(Lane l, int a)",
                "\n    }", "p", "var p = program; var n = ++_n;", ["n", "(n, a)"], IsNested: true),
            9 => new(
                new Callable(
                    draw.Of($"((K{index}<string>)new H{index}<string>({{0}}, \"h\")).{name}", $"((K{index}<int>)new H{index}<int>({{0}}, 5)).{name}"), returns),
                $"public interface K{index}<T>\n    {{\n        {type} {name}(Lane l, int a);\n    }}\n\n" +
                $"    public class H{index}<T>(Program p, T g) : K{index}<T>\n    {{\n        async {type} K{index}<T>.{name}(Lane l, int a)",
                "\n    }", "p", "", ["g"], IsNested: true),
            _ => new(
                new Callable($"{{0}}.{name}", returns, $", o: {draw.Below(3)}"),
                $"public virtual async {type} {name}(Lane l, int a, int b = 4, params int[] o)", "", "this", "", ["b", "o.Length"], IsNested: false),
        };
    }

    public Code Write(Grammar grammar, IReadOnlyList<Callable> callables, int size)
    {
        grammar.Allow(size);
        var scope = new Scope
        {
            Self = Self,
            IsAsync = true,
            Return = Returns.HasResult() ? "int" : "",
            Depth = 3,
        };
        scope.Ints.Add("a");
        if (grammar.Profile.IsOrdered)
        {
            scope.Variables.Add("a");
        }

        scope.Others.AddRange(Others);
        scope.Callables.AddRange(callables);
        var block = grammar.Statements.Block(scope, atMost: 6);
        List<Piece> statements = [Code.Of($"l.Log({grammar.Site()}, a);")];
        if (Prologue.Length > 0)
        {
            statements.Insert(0, Code.Of($"{Prologue}"));
        }

        statements.AddRange(block.Children);
        if (Returns.HasResult())
        {
            statements.Add(Code.Of($"return {grammar.Expressions.Int(scope)};"));
        }

        return Code.Of($"{Before}{new Block(statements)}{After}");
    }
}
