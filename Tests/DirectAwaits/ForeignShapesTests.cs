using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Decisions;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.DirectAwaits;

/// <summary>
/// Tests awaits into whose code another tool inserted a call. No C# compiler emits such code, but a tool that counts executed code may insert such calls.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public class ForeignShapesTests
{
    private const string Methods = """
            public static async Task<int> Plain(Task<int> end) => await C.Get(end) + 1;

            public static async Task<int> Configured(Task<int> end) => await C.Get(end).ConfigureAwait(false) + 1;

            public static async Task<int> Joined(Task<int> end) => await (end.IsCompleted ? C.Get(end) : C.GetLater(end)) + 1;

            public static async Task<int> Kept(Task<int> end)
            {
                var task = C.Get(end);
                _ = end.Id;
                return await task + 1;
            }
        """;

    private const string Source = $$"""
        using System.Threading.Tasks;
        using PooledAwait;

        public static class C
        {
            public static int Passed;

            public static void Pass() => Passed++;

            public static async Task<int> Get(Task<int> end) => await end + 10;

            public static async Task<int> GetLater(Task<int> end) => await end + 10;
        }

        public static class Pooled
        {
        {{Methods}}
        }

        [PooledAwait(Builders = PooledBuilders.None)]
        public static class Unpooled
        {
        {{Methods}}
        }
        """;

    private static readonly Lazy<CompiledAssembly> s_compiled = new(() => Fixtures.Compile(Shape.Release, Source));

    private static IEnumerable<TestCaseData> Cases =>
        from type in new[] { "Pooled", "Unpooled" }
        from method in new[] { "Plain", "Configured", "Joined", "Kept" }
        from part in method == "Configured" ? new[] { "ConfigureAwait", "its store", "its load", "GetAwaiter" } : ["GetAwaiter"]
        select new TestCaseData(type, method, part).SetArgDisplayNames(type, method, $"behind {part}");

    [TestCaseSource(nameof(Cases))]
    public void An_await_without_a_task_goes_on_as_it_did(string type, string method, string part)
    {
        var (woven, report) = new WeavingRunner { Prepare = module => CallBehind(part, MoveNext(module.GetType(type), method)) }.Decide(s_compiled.Value);
        Assert.That(report.Decisions.Where(decision => decision.Rewrite == Rewrite.DirectAwaits).Select(decision => decision.Reason).ToList(), Has.Count.EqualTo(10).And.All.Null);

        var assembly = new LoadedAssembly(woven.Result).Assembly;
        var passed = assembly.GetType("C")!.GetField("Passed")!;
        var call = assembly.GetType(type)!.GetMethod(method)!.CreateDelegate<Func<Task<int>, Task<int>>>();
        Assert.That((call(Task.FromResult(100)).Result, passed.GetValue(null)), Is.EqualTo((111, 1)));

        var end = new TaskCompletionSource<int>();
        var suspended = call(end.Task);
        Assert.That((suspended.IsCompleted, passed.GetValue(null)), Is.EqualTo((false, 2)));
        end.SetResult(200);
        Assert.That((suspended.Result, passed.GetValue(null)), Is.EqualTo((211, 2)));
    }

    private static void CallBehind(string part, MethodDefinition method)
    {
        var code = method.Body.Instructions;
        var call = code.First(instruction => instruction.Operand is MethodReference called && called.Name == (part == "GetAwaiter" ? "GetAwaiter" : "ConfigureAwait"));
        var before = part == "its store" ? call.Next : part == "its load" ? call.Next.Next : call;
        code.Insert(code.IndexOf(before) + 1, Instruction.Create(OpCodes.Call, method.Module.GetType("C").Methods.Single(candidate => candidate.Name == "Pass")));
    }

    private static MethodDefinition MoveNext(TypeDefinition type, string method) =>
        type.NestedTypes.Single(machine => machine.Name.StartsWith($"<{method}>")).Methods.Single(candidate => candidate.Name == "MoveNext");
}
