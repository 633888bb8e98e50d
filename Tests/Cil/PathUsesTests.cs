using Mono.Cecil;
using Mono.Cecil.Cil;
using NUnit.Framework;
using PooledAwait.Fody.Cil;
using static Tests.Cil.HandWritten;

namespace Tests.Cil;

[TestFixture(true)]
[TestFixture(false)]
[Parallelizable(ParallelScope.Self)]
public class PathUsesTests(bool optimised)
{
    private const string Prelude = """
        static class C
        {
            static int Make() => 0;
            static void Use(int v) { }
            static void Look(int v) { }
            static bool Maybe() => true;
            static int Some() => 0;

        """;

    private static readonly PathUses s_never = new(Consumption.Never, false, false, false, false);
    private static readonly PathUses s_once = s_never with { Consumption = Consumption.AtMostOnce };
    private static readonly PathUses s_often = s_never with { Consumption = Consumption.PossiblyMoreThanOnce };

    private static readonly TestCaseData[] s_cases =
    [
        Case("var v = Make(); Look(v); Use(v);", s_once),
        Case("var v = Make(); Look(v); Look(v);", s_never with { ReturnsUnconsumed = true }),
        Case("var v = Make(); Use(v); Use(v);", s_often),
        Case("var v = Make(); Use(v); Look(v);", s_once with { PeekAfterConsume = true }),
        Case("var v = Make(); if (Maybe()) Use(v); else { Look(v); Use(v); }", s_once),
        Case("var v = Make(); if (Maybe()) return; Use(v);", s_once with { ReturnsUnconsumed = true }),
        Case("var v = Make(); if (Maybe()) Use(v); Use(v);", s_often),
        Case("var v = Make(); while (Maybe()) Use(v);", s_often with { ReturnsUnconsumed = true }),
        Case("var v = Make(); do Use(v); while (Maybe());", s_often),
        Case("while (Maybe()) { var v = Make(); Look(v); Use(v); }", s_once),
        Case("while (Maybe()) { var v = Make(); Look(v); if (Maybe()) Use(v); }",
            s_once with { ReturnsUnconsumed = true, OverwrittenUnconsumed = true }),
        Case("var v = Make(); while (true) { Look(v); Use(v); v = Make(); }", s_once),
        Case("var v = Make(); if (Maybe()) v = Make(); Use(v);", s_once with { OverwrittenUnconsumed = true }),
        Case("var v = Make(); Look(v); if (Maybe()) throw null; Use(v);", s_once),
        Case("var v = Make(); switch (Some()) { case 0: Use(v); break; case 1: Use(v); break; case 2: break; case 3: Use(v); break; }",
            s_once with { ReturnsUnconsumed = true }),
        Case("var v = Make(); try { Maybe(); } finally { Use(v); }", s_once),
        Case("var v = Make(); try { Maybe(); } finally { Maybe(); } Use(v);", s_once),
        Case("var v = Make(); try { try { Maybe(); } finally { Use(v); } } catch { }", s_once with { ReturnsUnconsumedAfterException = true }),
        Case("var v = Make(); try { Maybe(); } catch { return; } Use(v);", s_once with { ReturnsUnconsumedAfterException = true }),
        Case("var v = Make(); try { Use(v); } catch { Use(v); }", s_often),
        Case("var v = Make(); try { Use(v); } catch { Look(v); }",
            s_once with { PeekAfterConsume = true, ReturnsUnconsumedAfterException = true }),
        Case("var v = Make(); try { Maybe(); } catch when (Maybe()) { Use(v); return; } Use(v);", s_once),
    ];

    private static readonly string s_source =
        Prelude + string.Concat(s_cases.Select((test, i) => $"static void M{i}() {{ {test.Arguments[0]} }}\n")) + "}";

    [TestCaseSource(nameof(s_cases))]
    public void Tell_the_worst_of_all_paths(string source, object expected)
    {
        var method = Compiled.Method(optimised, s_source, $"M{Array.FindIndex(s_cases, test => (string)test.Arguments[0]! == source)}");
        var definition = method.Body.Instructions.First(i => IsCall(i, "Make"));

        // In Release the compiler keeps some of the values on the stack, so the calls are what tells.
        var uses = PathUses.From(ControlFlow.Of(method), definition, instruction => instruction switch
        {
            _ when IsCall(instruction, "Use") => UseKind.Consume,
            _ when IsCall(instruction, "Look") => UseKind.Peek,
            _ when IsCall(instruction, "Make") => UseKind.Redefine,
            _ => UseKind.Neither,
        });
        Assert.That(uses, Is.EqualTo(expected));
    }

    [Test]
    public void Take_the_definition_itself_for_a_redefinition()
    {
        var body = new HandWritten();
        Instruction definition = Op(OpCodes.Nop), again = Jump(OpCodes.Br, definition);
        var flow = ControlFlow.Of(body.Write(definition, again));
        Assert.That(PathUses.From(flow, definition, _ => UseKind.Neither), Is.EqualTo(s_never with { OverwrittenUnconsumed = true }));
    }

    [Test]
    public void Start_at_reachable_instructions_only()
    {
        var body = new HandWritten();
        var dead = Op(OpCodes.Ret);
        var flow = ControlFlow.Of(body.Write(Op(OpCodes.Ret), dead));
        Assert.Throws<ArgumentException>(() => PathUses.From(flow, dead, _ => UseKind.Neither));
    }

    private static TestCaseData Case(string source, object expected) => new(source, expected);

    private static bool IsCall(Instruction instruction, string name) => instruction.Operand is MethodReference callee && callee.Name == name;
}
