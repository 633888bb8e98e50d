using System.Xml.Linq;
using Mono.Cecil;
using PooledAwait.Fody;
using PooledAwait.Fody.Weaving;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Verification.InWeaver;

/// <summary>
/// Lets each step of a weave fail once. The method of the failed step must stay unchanged, and a warning must contain the exception. All other methods must be
/// woven.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.All)]
public sealed class FailedStepsTests
{
    private const string Source = """
        using System;
        using System.Threading;
        using System.Threading.Tasks;

        public interface IReader { Task<int> ReadAsync(int n); }
        public sealed class Reader : IReader { public async Task<int> ReadAsync(int n) { await Task.Yield(); return n + 1; } }

        public static class C
        {
            public static async ValueTask<int> FirstAsync(int n) { await Task.Yield(); return n + 1; }
            public static async ValueTask<int> LastAsync(int n) { await Task.Yield(); return n + 2; }
            public static async Task<int> CalledAsync(int n) { await Task.Yield(); return n + 3; }
            public static async Task<int> CallerAsync(int n) => await CalledAsync(n) + await ForwardedAsync(n + 1);
            public static Task<int> ForwardedAsync(int n) => CalledAsync(n);
            public static async Task<int> VirtualAsync(int n) { IReader reader = new Reader(); return await reader.ReadAsync(n); }
            public static async Task<int> AnyAsync(int n) => await await Task.WhenAny(Task.FromResult(n), Task.FromResult(n), Task.FromResult(n));
            public static void Discarding(int n) { FirstAsync(n); }
            public static bool Misusing(int n) { var call = FirstAsync(n); var isOver = call.IsCompleted; return isOver | call.AsTask().Result > 0 | call.AsTask().Result > 0; }
            [PooledAwait.PooledAwait(Builders = PooledAwait.PooledBuilders.None)]
            public static async Task<int> KeptAsync(int n) => await CalledAsync(n);
            public static int Continued(int n) => Task.FromResult(n).ContinueWith(task => task.Result + n, CancellationToken.None, TaskContinuationOptions.None, TaskScheduler.Default).Result;
            public static int Call(Func<int> function) => function();
            public static int Own(int n) => Call(() => n);
            public static string All()
            {
                Discarding(1);
                return $"{FirstAsync(1).AsTask().Result} {LastAsync(1).AsTask().Result} {CallerAsync(1).Result} {VirtualAsync(1).Result} {AnyAsync(1).Result} {Misusing(1)} {KeptAsync(1).Result} {Continued(1)} {Own(1)}";
            }
        }
        """;

    private const string Expected = "2 3 9 2 1 True 4 2 1";

    private static readonly CompiledAssembly s_compiled = Fixtures.Compile(Shape.Release, Source);

    /// <summary>The steps of a weave. For each step, the dictionary has the first method for which the weaver takes it.</summary>
    private static readonly Lazy<IReadOnlyDictionary<string, string>> s_steps = new(() =>
    {
        var steps = new Dictionary<string, string>();
        Weave((step, method) => steps.TryAdd(step, method.FullName));
        return steps;
    });

    private static IEnumerable<string> Steps => s_steps.Value.Keys;

    /// <summary>
    /// Three steps are missing in this list. They need a second module, a reference to another project, or a builder that stays because its state machine is
    /// small.
    /// </summary>
    [Test]
    public void The_program_takes_a_weave_through_each_step() => Assert.That(Steps, Is.EquivalentTo((string[])
    [
        "the rewrite WhenAny", "the rewrite Builders", "the rewrite StateObjects", "the rewrite DirectAwaits",
        "the callers", "the ValueTasks of a caller", "the task of a call", "a discarded call", "the size of a machine",
        "a method that calls its delegate", "the second method of a call", "the second method",
        "the plan of a twin", "a forwarder", "the twins of a call", "the declaration of a twin", "the twin", "the dispatch",
        "the check",
    ]));

    [TestCaseSource(nameof(Steps))]
    public void A_failed_step_costs_one_method(string failing)
    {
        var at = s_steps.Value[failing];
        var isPlanted = false;
        var (woven, weaver) = Weave((step, method) =>
        {
            if (!isPlanted && step == failing && method.FullName == at)
            {
                isPlanted = true;
                throw new InvalidOperationException("planted");
            }
        });
        Assert.That(woven.Warnings, Is.Not.Empty.And.All.StartWith("PooledAwait PA008: ").And.All.Contain($"the weaver failed at it ({failing}: System.InvalidOperationException: planted"));
        Assert.That(weaver.Report!.Decisions.Where(decision => decision.Reason == null).Select(decision => weaver.Report.NameOf(decision.Method)).Distinct().Count(), Is.GreaterThan(4), "the rest is woven");
        Assert.That(new LoadedAssembly(woven.Result).Assembly.GetType("C")!.GetMethod("All")!.Invoke(null, null), Is.EqualTo(Expected));
        Assert.That(WeaverCheck.Of(woven.Result).NewSince(WeaverCheck.Of(s_compiled)), Is.Empty);
    }

    private static (Woven Woven, ModuleWeaver Weaver) Weave(Action<string, MethodDefinition> before)
    {
        ModuleWeaver? weaver = null;
        WeaveStep.Before = before;
        try
        {
            var woven = new WeavingRunner { Config = new XElement("PooledAwait", new XAttribute("MinimumStateMachineSize", 0)), Weaver = () => weaver = new ModuleWeaver { AfterRewrites = _ => { } } }.Weave(s_compiled);
            Assert.That(woven.Output, Is.Not.Null, string.Join("\n", woven.Errors));
            return (woven, weaver!);
        }
        finally
        {
            WeaveStep.Before = null;
        }
    }
}
