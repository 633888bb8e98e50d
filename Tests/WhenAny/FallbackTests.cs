using System.Reflection;
using System.Runtime.Loader;
using Tests.Compilation;

namespace Tests.WhenAny;

/// <summary>If PooledAwait.Runtime cannot or must not use Task's non-public methods, it must call the base library's own WhenAny.</summary>
[Alone]
public class FallbackTests
{
    [SetUp]
    public void LeaveTheContextOfNUnit() => SynchronizationContext.SetSynchronizationContext(null);

    [Test]
    public void Specializes_on_this_framework() => Assert.That(IsSpecialized(Load(References.Runtime(References.Current))), Is.True);

    [Test]
    public void Leaves_all_to_the_base_library_in_the_build_for_older_frameworks() =>
        AssertIsBaseLibrarys(Load(References.Runtime("netstandard2.0")));

    [Test]
    public void Leaves_all_to_the_base_library_where_the_switch_asks_for_it()
    {
        AppContext.SetSwitch("PooledAwait.DisableWhenAny", true);
        try
        {
            AssertIsBaseLibrarys(Load(References.Runtime(References.Current)));
        }
        finally
        {
            AppContext.SetSwitch("PooledAwait.DisableWhenAny", false);
        }
    }

    [TestCaseSource(typeof(ChangedTasks), nameof(ChangedTasks.All))]
    public void Leaves_all_to_the_base_library_where_its_tasks_have_changed(ChangedTasks changed) => AssertIsBaseLibrarys(changed.Load());

    [Test]
    public void Specializes_where_a_stand_in_for_its_tasks_changes_nothing() => Assert.That(IsSpecialized(ChangedTasks.Nothing.Load()), Is.True);

    [Test]
    public void Specializes_whatever_the_first_call_runs_on()
    {
        var runtime = new RuntimeVariant().Load();
        var scheduled = new Task<bool>(() =>
        {
            var elsewhere = new Elsewhere();
            SynchronizationContext.SetSynchronizationContext(elsewhere);
            return IsSpecialized(runtime) && SynchronizationContext.Current == elsewhere;
        });
        scheduled.RunSynchronously(new ConcurrentExclusiveSchedulerPair().ExclusiveScheduler);
        Assert.That(scheduled.Result, Is.True);
    }

    private static Assembly Load(string path) => new AssemblyLoadContext(path).LoadFromAssemblyPath(path);

    /// <summary>
    /// Returns whether the runtime uses its own WhenAny, which returns a plain Task&lt;Task&gt;. The base library's WhenAny returns objects of special classes.
    /// </summary>
    private static bool IsSpecialized(Assembly runtime)
    {
        var pending = new TaskCompletionSource().Task;
        return new Entrances(runtime).Three(pending, pending, pending).GetType() == typeof(Task<Task>);
    }

    private static void AssertIsBaseLibrarys(Assembly runtime)
    {
        var entrances = new Entrances(runtime);
        var source = new TaskCompletionSource();
        var task = source.Task;
        var other = new TaskCompletionSource().Task;
        var results = new[]
        {
            entrances.Three(other, task, other), entrances.Four(other, other, other, task), entrances.Array([other, other, task]),
            entrances.AwaitedTwo(task, other).AsTask(), entrances.AwaitedThree(other, task, other).AsTask(),
            entrances.AwaitedArray([task, other]).AsTask(),
        };
        var expected = new[] { Task.WhenAny(other, other, other), Task.WhenAny(other, other) }.Select(t => t.GetType());
        Assert.That(results.Select(result => result.GetType()).Distinct(), Is.EquivalentTo(expected));

        source.SetResult();
        Assert.That(results.Select(result => result.Result), Is.All.SameAs(task));
        Assert.That(() => entrances.Three(task, null!, task), Throws.ArgumentException.With.Property("ParamName").EqualTo("tasks"));
        Assert.That(() => entrances.AwaitedTwo(task, null!), Throws.ArgumentNullException.With.Property("ParamName").EqualTo("task2"));
    }

    private sealed class Elsewhere : SynchronizationContext
    {
        public override void Post(SendOrPostCallback callback, object? state) => ThreadPool.QueueUserWorkItem(_ => callback(state));
    }
}
