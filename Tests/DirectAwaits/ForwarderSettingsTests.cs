using Mono.Cecil;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Report;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.DirectAwaits;

/// <summary>
/// A forwarder returns another call's task, and the called method may be a forwarder too. A forwarder's twin returns a ValueTask. The twin must respect the
/// settings of all these methods, down to the async method.
/// </summary>
[Parallelizable(ParallelScope.Self)]
public class ForwarderSettingsTests
{
    private const string Source = """
        using System;
        using System.Runtime.CompilerServices;
        using System.Threading.Tasks;
        using PooledAwait;

        public class C
        {
            public async Task<int> Caller(Task task, object state) =>
                await Forward(0) + await Continue(task, state) + await ContinueAsWritten(task, state);

            private Task<int> Forward(int kind)
            {
                if (kind == 0) return Async();
                if (kind == 1) return SwitchedOff();
                if (kind == 2) return Ignored();
                if (kind == 3) return IgnoredForwarder();
                return Synchronized();
            }

            private async Task<int> Async() { await Task.Yield(); return 0; }

            [PooledAwait(DirectAwaits = false)]
            private async Task<int> SwitchedOff() { await Task.Yield(); return 1; }

            [PooledAwaitIgnore]
            private async Task<int> Ignored() { await Task.Yield(); return 2; }

            [PooledAwaitIgnore]
            private Task<int> IgnoredForwarder() => Async();

            [MethodImpl(MethodImplOptions.Synchronized)]
            private Task<int> Synchronized() => Async();

            private Task<int> Continue(Task task, object state)
            {
                task.ContinueWith(_ => Console.WriteLine(state));
                return Async();
            }

            [PooledAwait(ContinueWith = false)]
            private Task<int> ContinueAsWritten(Task task, object state)
            {
                task.ContinueWith(_ => Console.WriteLine(state));
                return Async();
            }
        }
        """;

    private static readonly Lazy<(ModuleDefinition Module, WeavingReport Report)> s_woven = new(Weave);

    /// <summary>A method with a lambda gets no twin, because a trimmer allows only one method to refer to a lambda.</summary>
    [Test]
    public void Only_what_may_have_a_twin_gets_one_from_a_forwarder() => Assert.That(
        Methods().Where(method => method.Name.EndsWith(">Direct")).Select(method => method.Name),
        Is.EquivalentTo(["<Forward>Direct", "<Async>Direct"]));

    [Test]
    public void A_call_of_ContinueWith_is_decided_once() => Assert.That(
        s_woven.Value.Report.Sorted().Where(entry => entry.Decision.Rewrite == Rewrite.StateObjects)
            .Select(entry => $"{entry.Name}: {entry.Decision.Reason?.Id ?? entry.Decision.Detail}"),
        Is.EqualTo(
        [
            "C.Continue(Task, object): ContinueWith passes the captured state as its state; there is no closure object.",
            "C.ContinueAsWritten(Task, object): switched-off",
        ]));

    private static IEnumerable<MethodDefinition> Methods() => s_woven.Value.Module.GetType("C").WithSecondMethods();

    private static (ModuleDefinition Module, WeavingReport Report) Weave()
    {
        var (woven, report) = new WeavingRunner().Decide(Fixtures.Compile(Shape.Release, Source));
        return (woven.Result.Read(), report);
    }
}
