using Mono.Cecil;
using Mono.Cecil.Cil;
using Tests.Compilation;

namespace Tests.Verification.InWeaver;

/// <summary>Shows that the weaver's check finds all kinds of symbols that do not match the code. The check finds nothing in symbols from a compiler.</summary>
[Parallelizable(ParallelScope.All)]
public sealed class SymbolCheckTests
{
    private const string Source = """
        using System.Threading.Tasks;

        public static class C
        {
            public static int Sum(int[] values)
            {
                var sum = 0;
                foreach (var value in values)
                {
                    var twice = value * 2;
                    sum += twice;
                }

                return sum;
            }

            public static async Task<int> WaitAsync(int n)
            {
                var before = n + 1;
                await Task.Yield();
                return before + n;
            }
        }
        """;

    private static readonly CompiledAssembly s_compiled = Fixtures.Compile(Shape.Debug, Source);

    private static IEnumerable<TestCaseData> Faults =>
    [
        Of("a line where no instruction starts", "line", "Sum", Move, "where no instruction starts"),
        Of("lines out of order", "lines", "Sum", Exchange, "out of order"),
        Of("a scope behind the end", "scope", "Sum", body => Inner(body).End = new InstructionOffset(100_000), "no stretch of the code"),
        Of("a scope that ends before it starts", "scope", "Sum", body => Inner(body).End = new InstructionOffset(0), "no stretch of the code"),
        Of("a scope that outlasts the one around it", "scope", "Sum", Outlast, "outlasts"),
        Of("a local variable too many", "variable", "Sum", NameTooMany, "that is not there"),
        Of("an await that is left where no instruction starts", "await", "MoveNext", body => Steps(body).Yields[0] = new InstructionOffset(100_000), "an await where"),
        Of("an await that is resumed where no instruction starts", "await", "MoveNext", body => Steps(body).Resumes[0] = new InstructionOffset(100_000), "an await where"),
        Of("an await that is never resumed", "await", "MoveNext", body => Steps(body).Resumes.Clear(), "never resumed"),
        Of("a catch where no handler starts", "catch", "MoveNext", body => Steps(body).CatchHandler = new InstructionOffset(body.Body.Instructions[1].Offset), "no handler starts"),
        Of("a hoisted local behind the end", "hoisted", "MoveNext", body => Hoisted(body).Scopes[0].End = new InstructionOffset(100_000), "a hoisted local"),
    ];

    [Test]
    public void Finds_nothing_in_what_a_compiler_wrote()
    {
        using var module = s_compiled.ReadWithSymbols();
        Assert.That(WeaverCheck.FindingsIn(module).Select(finding => finding.Text), Is.Empty);
    }

    [TestCaseSource(nameof(Faults))]
    public void Finds(string method, Action<MethodDefinition> fault, string text)
    {
        using var module = s_compiled.ReadWithSymbols();
        fault(module.GetTypes().SelectMany(type => type.Methods).Single(one => one.Name == method));
        Assert.That(WeaverCheck.FindingsIn(module).Select(finding => finding.Text), Has.Some.Contains(text));
    }

    private static TestCaseData Of(string name, string what, string method, Action<MethodDefinition> fault, string text) =>
        new TestCaseData(method, fault, text).SetArgDisplayNames($"{what}: {name}");

    private static void Move(MethodDefinition method)
    {
        // Adds the wrong sequence point after all others, so that the sequence points stay in order.
        var points = method.DebugInformation.SequencePoints;
        var last = points[points.Count - 1];
        var nowhere = Instruction.Create(OpCodes.Nop);
        nowhere.Offset = 100_000;
        points.Add(new SequencePoint(nowhere, last.Document) { StartLine = 99, EndLine = 99, StartColumn = 1, EndColumn = 2 });
    }

    private static void Exchange(MethodDefinition method)
    {
        var points = method.DebugInformation.SequencePoints;
        (points[1], points[2]) = (points[2], points[1]);
    }

    private static void NameTooMany(MethodDefinition method)
    {
        var larger = new MethodBody(method);
        for (var i = 0; i <= method.Body.Variables.Count; i++)
        {
            larger.Variables.Add(new VariableDefinition(method.Module.TypeSystem.Int32));
        }

        method.DebugInformation.Scope.Variables.Add(new VariableDebugInformation(larger.Variables[larger.Variables.Count - 1], "none"));
    }

    private static void Outlast(MethodDefinition method)
    {
        // Ends the outer scope where the inner scope begins, so that the inner scope outlasts the outer one.
        var inner = Inner(method);
        method.DebugInformation.Scope.End = inner.Start;
    }

    private static ScopeDebugInformation Inner(MethodDefinition method) => method.DebugInformation.Scope.Scopes[0];

    private static AsyncMethodBodyDebugInformation Steps(MethodDefinition method) => method.CustomDebugInformations.OfType<AsyncMethodBodyDebugInformation>().Single();

    private static StateMachineScopeDebugInformation Hoisted(MethodDefinition method) => method.CustomDebugInformations.OfType<StateMachineScopeDebugInformation>().Single();
}
