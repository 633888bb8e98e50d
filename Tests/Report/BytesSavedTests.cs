using System.Reflection;
using System.Text.Json.Nodes;
using System.Xml.Linq;
using PooledAwait.Fody.Decisions;
using Tests.Compilation;
using Tests.Report.Page;
using Tests.Weaving;

namespace Tests.Report;

/// <summary>Compares the report's estimates of saved bytes with measurements. They must be equal, unless the weaver had to guess a number.</summary>
[Thorough]
[Alone]
public sealed class BytesSavedTests
{
    private const int Calls = 500;

    private const string Source =
        """
        using System.Threading.Tasks;
        public static class C
        {
            public static async ValueTask Nothing(Task gate) => await gate;
            public static async ValueTask<int> Number(Task gate) { var kept = gate.Id; await gate; return kept; }
            public static async ValueTask<string> Text(Task gate) { await gate; return "text"; }
            public static async Task Plain(Task gate) { var kept = gate.Id; await gate; System.GC.KeepAlive(kept); }
            public static async Task<long> Result(Task<long> gate)
            {
                var (one, two, three) = (gate.Id, gate, 1.0);
                await gate;
                return (long)(one + two.Id + three);
            }
            public static async void Forgotten(Task gate) { await gate; }
        }
        """;

    private static readonly CompiledAssembly s_compiled = Fixtures.Compile(Shape.Release, Source);
    private static readonly Lazy<string> s_report = new(() => Reports.Written("json", s_compiled));

    [TestCase("Nothing")]
    [TestCase("Number")]
    [TestCase("Text")]
    [TestCase("Plain")]
    [TestCase("Result")]
    [TestCase("Forgotten")]
    public void A_builders_estimate_is_what_a_suspended_call_allocates_less(string method)
    {
        var notWoven = new LoadedAssembly(s_compiled);
        var everything = new XElement("PooledAwait", new XAttribute("MinimumStateMachineSize", 0));
        var woven = new LoadedAssembly(new WeavingRunner { Config = everything }.Weave(s_compiled).Result);

        Assert.That(Saved(s_report.Value, $"C.{method}("), Is.EqualTo(BytesPerCall(notWoven, method) - BytesPerCall(woven, method)));
    }

    // Tests.StateObjects.AllocationTests measures these bytes.
    [TestCase("This", 176 - 112)]
    [TestCase("OneReference", 200 - 112)]
    [TestCase("TwoReferences", 208 - 144)]
    [TestCase("ResultOrZero", 304 - 208)]
    public void A_ContinueWiths_estimate_is_what_a_call_allocates_less(string method, int expected) =>
        Assert.That(Saved(Reports.WrittenOfFixtures("json", Shape.Release), $"{CompiledAssembly.Name}.Valid.ContinueWithCosts.{method}("), Is.EqualTo(expected));

    [Test]
    public void A_WhenAnys_estimate_is_what_a_call_allocates_less(
        [Values("ThreeCompleted", "FourCompleted", "OfAnArray")] string name, [Values("net10.0", "netstandard2.0")] string framework)
    {
        var shape = new Shape(framework, true);
        var notWoven = new LoadedAssembly(Fixtures.Compiled(shape));
        var woven = new LoadedAssembly(Weavers.Woven(shape).Result);

        // If a call takes a span, the estimate assumes three tasks. So for four tasks, the estimate is one reference too low.
        var notPromised = (name, framework) == ("FourCompleted", "net10.0") ? BytesSaved.Reference : 0;
        Assert.That(
            Saved(Reports.WrittenOfFixtures("json", shape), $"{CompiledAssembly.Name}.Valid.WhenAnyCosts.{name}("),
            Is.EqualTo(Bytes(notWoven) - Bytes(woven) - notPromised));

        long Bytes(LoadedAssembly loaded)
        {
            var call = loaded.Assembly.GetType($"{CompiledAssembly.Name}.Valid.WhenAnyCosts")!.GetMethod(name)!.CreateDelegate<Func<Task>>();
            return (long)AllocatedBytes.PerCall(() => call(), Calls, runs: 5);
        }
    }

    /// <summary>Returns the report's estimate for the only method whose name begins with this text.</summary>
    private static int Saved(string report, string method)
    {
        var methods = JsonNode.Parse(report)!["assemblies"]![0]!["methods"]!.AsArray();
        var reported = methods.Single(candidate => ((string)candidate!["name"]!).StartsWith(method, StringComparison.Ordinal))!;
        return (int)reported["decisions"]![0]!["bytesSaved"]!["total"]!;
    }

    private static long BytesPerCall(LoadedAssembly loaded, string name)
    {
        var method = loaded.Assembly.GetType("C")!.GetMethod(name)!;
        var gate = method.GetParameters()[0].ParameterType;
        var caller = (Caller)Activator.CreateInstance(
            method.ReturnType == typeof(void) ? typeof(OfNothing) : typeof(Of<,>).MakeGenericType(gate, method.ReturnType), method)!;
        return AllocatedBytes.LeastOf(5, () => Measure(caller)); // The first run fills the pool.
    }

    private static long Measure(Caller caller)
    {
        var gates = Enumerable.Range(0, Calls).Select(_ => new TaskCompletionSource<long>()).ToArray();
        _ = gates.Sum(gate => gate.Task.Id);
        caller.Prepare();

        var allocated = AllocatedBytes.During(() =>
        {
            for (var i = 0; i < Calls; i++)
            {
                caller.Call(gates[i].Task, i);
            }
        }) / Calls;
        foreach (var gate in gates)
        {
            gate.SetResult(1);
        }

        caller.Consume();
        return allocated;
    }

    /// <summary>Calls a method as compiled code would, and consumes the returned task after its completion.</summary>
    private abstract class Caller
    {
        public virtual void Prepare()
        {
        }

        public abstract void Call(Task<long> gate, int number);

        public virtual void Consume()
        {
        }
    }

    private sealed class OfNothing(MethodInfo method) : Caller
    {
        private readonly Action<Task> _call = method.CreateDelegate<Action<Task>>();

        public override void Call(Task<long> gate, int number) => _call(gate);
    }

    private sealed class Of<TGate, TResult>(MethodInfo method) : Caller
        where TGate : Task
    {
        private readonly Func<TGate, TResult> _call = method.CreateDelegate<Func<TGate, TResult>>();
        private TResult[] _results = [];

        public override void Prepare() => _results = new TResult[Calls];

        public override void Call(Task<long> gate, int number) => _results[number] = _call((TGate)(Task)gate);

        public override void Consume()
        {
            foreach (dynamic? result in _results)
            {
                result!.GetAwaiter().GetResult();
            }
        }
    }
}
