using System.Reflection;
using System.Runtime.Loader;
using Tests.Compilation;

namespace Tests.TimedWaits;

/// <summary>If private members of the base library are not as expected, or a switch forbids them, waits use the base library's own methods.</summary>
[Thorough]
[Alone]
public class FallbackTests
{
    [SetUp]
    public void LeaveTheContextOfNUnit() => SynchronizationContext.SetSynchronizationContext(null);

    [Test]
    public void Waits_are_pooled_on_this_framework() => Assert.That(IsPooled(new RuntimeVariant().Load()), Is.True);

    [Test]
    public void The_base_library_answers_if_a_switch_asks_for_it([Values("PooledAwait.DisableTimedWaits", "PooledAwait.DisableWhenAny", "PooledAwait.DisableResumptionBox")] string name)
    {
        AppContext.SetSwitch(name, true);
        try
        {
            AssertIsBaseLibrarys(Load(References.Runtime(References.Current)));
        }
        finally
        {
            AppContext.SetSwitch(name, false);
        }
    }

    [TestCase("m_stateObject", "m_theStateObject")]
    [TestCase("AtomicStateUpdate(Task", "UpdateState(Task")]
    [TestCase("AtomicStateUpdate(task, (int)TaskCreationOptions.RunContinuationsAsynchronously", "AtomicStateUpdate(task, 0")]
    public void The_base_library_answers_if_its_tasks_have_changed(string text, string replacement)
    {
        var variant = new RuntimeVariant().Replace("TaskState.cs", text, replacement);
        if (text.StartsWith("AtomicStateUpdate(Task", StringComparison.Ordinal))
        {
            variant.Replace("TaskState.cs", "=> AtomicStateUpdate(task", "=> UpdateState(task");
        }

        AssertIsBaseLibrarys(variant.Load());
    }

    [TestCase("TaskState.cs", "Name = \"m_stateObject\"", "Name = \"m_continuationObject\"")]
    [TestCase("Cancellation.cs", "Name = \"GetCancellationExceptionDispatchInfo\"", "Name = \"GetAnotherExceptionDispatchInfo\"")]
    public void The_base_library_answers_if_a_member_is_another(string file, string text, string replacement) =>
        AssertIsBaseLibrarys(new RuntimeVariant().Replace(file, text, replacement).Load());

    [TestCase("Name = \"_timer\"", "Name = \"_theTimer\"")]
    [TestCase("=> Unsafe.As<TimerQueueTimer>(timer)._everQueued;", "=> false;")]
    [TestCase("=> Unsafe.As<TimerQueueTimer>(timer)._everQueued;", "=> true;")]
    public void The_clock_is_asked_if_timers_have_changed(string text, string replacement)
    {
        var assembly = new RuntimeVariant().Replace("TimerCallbacks.cs", text, replacement).Load();
        var runtime = new TimedRuntime(assembly);
        var way = Way(assembly, "Timers");
        for (var i = 0; i < 100; i++)
        {
            var work = new TaskCompletionSource<int>();
            var call = runtime.AnyOfTwo(work.Task, runtime.StartDelay(i % 2 == 0 ? 60_000 : 20, CancellationToken.None));
            work.SetResult(i);
            Assert.That(call.Result, Is.SameAs(work.Task));
            runtime.Delay(1, CancellationToken.None).AsTask().Wait();
        }

        Assert.That(SpinWait.SpinUntil(() => way() == "clock", TimeSpan.FromMinutes(2)), Is.True);
        Assert.That(runtime.IsExact, Is.False);
    }

    [Test]
    public void The_build_for_older_frameworks_calls_the_base_library()
    {
        var delay = Load(References.Runtime("netstandard2.0")).GetType("PooledAwait.Runtime.AwaitedDelay")!.GetMethod("Delay", [typeof(int)])!;
        Assert.That(((ValueTask)delay.Invoke(null, [20])!).AsTask().GetType(), Is.EqualTo(Task.Delay(20).GetType()));
    }

    private static Func<string?> Way(Assembly runtime, string name)
    {
        var fallback = runtime.GetType("PooledAwait.Runtime.Fallback")!.GetField(name)!.GetValue(null)!;
        var decided = fallback.GetType().GetProperty("Decided")!;
        return () => decided.GetValue(fallback) is { } outcome ? (string)outcome.GetType().GetProperty("Used")!.GetValue(outcome)! : null;
    }

    private static Assembly Load(string path) => new AssemblyLoadContext(path).LoadFromAssemblyPath(path);

    /// <summary>Returns whether delays for WhenAny are pooled. A pooled delay has its wait as its AsyncState; other delays have no AsyncState.</summary>
    private static bool IsPooled(Assembly assembly) => new TimedRuntime(assembly).StartDelay(20, CancellationToken.None).AsyncState is not null;

    private static void AssertIsBaseLibrarys(Assembly assembly)
    {
        var runtime = new TimedRuntime(assembly);
        var work = new TaskCompletionSource<int>();
        using var cancellation = new CancellationTokenSource();
        Assert.Multiple(() =>
        {
            Assert.That(runtime.StartDelay(20, CancellationToken.None).GetType(), Is.EqualTo(Task.Delay(20).GetType()));
            Assert.That(runtime.StartDelay(20, cancellation.Token).GetType(), Is.EqualTo(Task.Delay(20, cancellation.Token).GetType()));
            Assert.That(runtime.Delay(20, CancellationToken.None).AsTask().GetType(), Is.EqualTo(Task.Delay(20).GetType()));
            Assert.That(
                runtime.WaitForInt(work.Task, TimeSpan.FromSeconds(1), CancellationToken.None).AsTask().GetType(),
                Is.EqualTo(work.Task.WaitAsync(TimeSpan.FromSeconds(1)).GetType()));
            Assert.That(runtime.AnyOfTwo(work.Task, runtime.StartDelay(1, CancellationToken.None)).AsTask().Result, Is.Not.SameAs(work.Task));
        });
    }
}
