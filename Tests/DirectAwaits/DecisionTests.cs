using Tests.Compilation;
using Tests.Snapshots;

namespace Tests.DirectAwaits;

/// <summary>The weaver changes every awaited call of the assembly's own task methods, or leaves it alone for a reason that fits.</summary>
[Parallelizable(ParallelScope.Self)]
public class DecisionTests
{
    [Test]
    public Task Decides(
        [Values(
            "DirectAwaitShapes", "DirectAwaitForwarders", "DirectAwaitBehaviour", "DirectAwaitOthers", "DirectAwaitCosts", "DirectAwaitVirtualCalls",
            "DirectAwaitInterfaceCalls", "DirectAwaitGenericInterfaces", "DirectAwaitVariantInterfaces", "DirectAwaitVirtualBehaviour", "DirectAwaitKept",
            "DirectAwaitTwoWays", "DirectAwaitLocalFunctions")]
        string fixture) =>
        Verifier.Verify(string.Join("\n", CallDecisions.InFixtureWithConditions(Shape.Release, fixture)));

    [Thorough]
    [Test]
    public void Leaves_builds_without_optimisation_alone([Values] bool standard) => Assert.That(
        CallDecisions.InFixture(standard ? Shape.StandardDebug : Shape.Debug, "DirectAwaitShapes"),
        Is.Not.Empty.And.All.EndsWith(": class-machine").Or.EndsWith(": not-forwarded"));

    /// <summary>
    /// If the called method needs its task in any case, a change of the caller would not help. So the report does not advise to change the caller.
    /// </summary>
    [TestCase("var task = Promised; if (n > 0) await Task.Yield(); await task; await task;", "not-forwarded")]
    [TestCase("var task = Promised; await Task.Yield(); await task;", "not-forwarded")]
    [TestCase("await Task.WhenAll(Promised, Promised);", "not-forwarded")]
    [TestCase("var task = Elsewhere.LoadAsync(); await task; await task;", "implemented-elsewhere")]
    [TestCase("var task = Delegate(); await task; await task;", "delegate-call")]
    [TestCase("var task = Async(); await task; await task;", "task-kept")]
    [TestCase("var task = Forwarding(); await Task.Yield(); await task;", "task-kept")]
    [TestCase("var task = Forwarding(); Task.Yield(); await task;", "task-kept")]
    [TestCase("var task = Forwarding(); try { if (task.IsCompleted) n++; } catch (System.NullReferenceException) { n--; } await task;", "task-kept")]
    [TestCase("Take(Async()); await Task.Yield();", "task-passed-on")]
    [TestCase("Take(Promised); await Task.Yield();", "not-forwarded")]
    [TestCase("await (Task)Number();", "task-used-otherwise")]
    public void Tells_what_is_done_with_a_task_only_where_the_called_method_could_do_without_it(string body, string reason) => Assert.That(
        CallDecisions.Of(
            Shape.Release,
            $$"""
            using System.Threading.Tasks;
            public interface IElsewhere { Task LoadAsync(); }
            public delegate Task Loading();
            public class C
            {
                private readonly TaskCompletionSource _source = new();
                public IElsewhere Elsewhere; public Loading Delegate;
                private Task Promised => _source.Task;
                private async Task Async() => await Task.Yield();
                private async Task<int> Number() { await Task.Yield(); return 1; }
                private Task Forwarding() => Async();
                private static void Take(Task task) { }
                public async Task Calls(int n) { {{body}} }
            }
            """).Where(told => told.StartsWith("C.Calls")),
        Is.Not.Empty.And.All.EqualTo($"C.Calls(int): {reason}"));
}
