using System.Collections;
using System.Diagnostics.Tracing;
using System.Reflection;
using System.Runtime.CompilerServices;
using NUnit.Framework;
using PooledAwait.Runtime;
using Tests.Builders.Conformance.Scenarios;

namespace Tests.Pooling;

/// <summary>The counters of the EventSource <c>PooledAwait</c>, as a listener sees them.</summary>
[NonParallelizable]
public static class PoolEventSourceTests
{
    private const string Here = "Tests.Pooling.PoolEventSourceTests.";

    private static readonly Assembly s_runtime = typeof(PooledAsyncValueTaskMethodBuilder).Assembly;

    [SetUp]
    public static void LeaveTheContextOfNUnit() => SynchronizationContext.SetSynchronizationContext(null);

    [Test]
    public static void Every_call_is_counted_and_only_what_the_pool_had_not_is_created()
    {
        using var listener = new CounterListener();
        WithoutCollections(() =>
        {
            Run(100, Burst);
            Run(100, Burst);
        });
        Assert.That(listener.Read(Here + nameof(Burst)) with { Trimmed = 0 }, Is.EqualTo(new BoxCounts(200, 200, 100, 0, 0)));
    }

    [Test]
    public static void A_listener_that_comes_late_counts_from_then_on()
    {
        using (var early = new CounterListener())
        {
            Run(100, Before);
            Assert.That(early.Read(Here + nameof(Before)).Rented, Is.EqualTo(100));
        }

        using var late = new CounterListener();
        Assert.That(late.Read(Here + nameof(Before)).Rented, Is.Zero);
        Run(150, Before);
        Assert.That(late.Read(Here + nameof(Before)).Rented, Is.EqualTo(150));
    }

    [Test]
    public static void The_source_sums_what_its_methods_count()
    {
        using var listener = new CounterListener();
        Run(1, OneOfTwo);
        var before = listener.ReadAllOfSourceWith(Here + nameof(OneOfTwo));
        Run(100, OneOfTwo);
        Run(200, OtherOfTwo);
        var after = listener.ReadAllOfSourceWith(Here + nameof(OneOfTwo));
        Assert.That(after.Rented - before.Rented, Is.EqualTo(300));
        Assert.That(after.Returned - before.Returned, Is.EqualTo(300));
    }

    [Test]
    public static void Calls_are_counted_on_whatever_thread_also_when_it_has_ended()
    {
        using var listener = new CounterListener();
        for (var round = 0; round < 3; round++)
        {
            OnThreadsThatEnd();
            Garbage.Collect();
        }

        var counts = listener.Read(Here + nameof(OnTwoThreads));
        Assert.That((counts.Rented, counts.Returned), Is.EqualTo((3_000, 3_000)));
        Assert.That(counts.Created, Is.LessThanOrEqualTo(1_000 + counts.Trimmed + counts.Dropped), "what ended threads had was lost");
    }

    [Test]
    public static void What_is_trimmed_is_counted_to_the_box()
    {
        using var listener = new CounterListener();
        WithoutCollections(() => Run(300, Trimmed));
        new BarePool(s_runtime, typeof(PoolEventSourceTests)).Trim(everything: true);
        var counts = listener.Read(Here + nameof(Trimmed));
        Assert.That(counts, Is.EqualTo(new BoxCounts(300, 300, 300, 0, 300)));
    }

    [Test]
    public static void What_the_bound_refuses_is_dropped()
    {
        using var listener = new CounterListener();
        WithoutCollections(() => Run(20_000, Many));

        // The thread has two magazines of 32, the depot 16,384.
        var counts = listener.Read(Here + nameof(Many));
        Assert.That(counts with { Trimmed = 0 }, Is.EqualTo(new BoxCounts(20_000, 20_000, 20_000, 20_000 - 64 - 16_384, 0)));
    }

    [Test]
    public static void A_box_that_has_used_all_its_tokens_is_dropped()
    {
        using var listener = new CounterListener();
        WithoutCollections(() => OneAtATime(65_536, OneAfterTheOther));
        var counts = listener.Read(Here + nameof(OneAfterTheOther));
        Assert.That(counts, Is.EqualTo(new BoxCounts(65_536, 65_536, 1, 1, 0)));
    }

    [Test]
    public static void A_listener_costs_the_calls_no_byte()
    {
        OneAtATime(100_000, WhileListening);
        var alone = 0L;
        WithoutCollections(() => alone = Bytes());
        using var listener = new CounterListener();
        Assert.That(listener.Read(Here + nameof(WhileListening)).Rented, Is.Zero);
        var listenedTo = 0L;
        WithoutCollections(() => listenedTo = Bytes());
        Assert.That(listener.Read(Here + nameof(WhileListening)).Rented, Is.EqualTo(10_001));

        // Nothing where machines are structs.
        Assert.That(listenedTo, Is.EqualTo(alone));

        static long Bytes()
        {
            OneAtATime(1, WhileListening);
            var before = GC.GetAllocatedBytesForCurrentThread();
            OneAtATime(10_000, WhileListening);
            return GC.GetAllocatedBytesForCurrentThread() - before;
        }
    }

    [Test]
    public static void Without_a_listener_no_method_has_counters()
    {
        var runtime = BarePool.LoadRuntime(withChecks: false, bound: 1_000);
        var pool = new BarePool(runtime, typeof(PoolEventSourceTests));
        Use(pool);
        Assert.That(Methods(), Is.Empty);

        // And with one they have, so that the above can fail.
        using var listener = new CounterListener();
        Assert.That(Methods(), Is.EqualTo(new[] { typeof(PoolEventSourceTests).FullName }));

        IEnumerable<object> Methods() => ((IDictionary)Field(runtime, "s_byMethod")).Keys.Cast<object>().ToList();
    }

    [Test]
    public static void A_pool_that_has_gone_is_forgotten_though_nobody_reads_counters()
    {
        var runtime = BarePool.LoadRuntime(withChecks: false, bound: 1_000);
        UsePoolsThatGo(runtime, 100);
        Garbage.Collect();

        // The next pool that comes looks for those that have gone.
        Use(new BarePool(runtime, typeof(PoolEventSourceTests)));
        var all = Field(runtime, "s_all");
        var known = (ICollection)all.GetType().GetField("_pools", BindingFlags.NonPublic | BindingFlags.Instance)!.GetValue(all)!;
        Assert.That(known, Has.Count.InRange(1, 10));
    }

    [Test]
    public static void Each_copy_of_the_runtime_has_a_source_of_its_own()
    {
        var pools = Enumerable.Range(0, 2).Select(_ => BarePool.LoadRuntime(withChecks: false, bound: 1_000)).ToList();
        pools.ForEach(runtime => Use(new BarePool(runtime, typeof(PoolEventSourceTests))));
        using var listener = new CounterListener();
        var sources = pools.Select(runtime => (EventSource)Field(runtime, "s_source")).ToList();
        Assert.That(sources.Select(source => source.Name), Is.Unique.And.All.StartsWith("PooledAwait"));
        Assert.That(sources.Select(source => source.IsEnabled()), Is.All.True);
    }

    private static object Field(Assembly runtime, string name) => runtime.GetType("PooledAwait.Runtime.PoolEventSource", throwOnError: true)!
        .GetField(name, BindingFlags.NonPublic | BindingFlags.Static)!.GetValue(null)!;

    private static void Use(BarePool pool)
    {
        var cache = pool.CreateCache();
        cache.Put(cache.Take() ?? new object());
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void UsePoolsThatGo(Assembly runtime, int count)
    {
        for (var i = 0; i < count; i++)
        {
            Use(new BarePool(runtime, typeof(PoolEventSourceTests)));
        }
    }

    /// <summary>A collection trims, which is what most of these tests are not about.</summary>
    private static void WithoutCollections(Action run)
    {
        Garbage.Collect();
        Assert.That(GC.TryStartNoGCRegion(100_000_000), Is.True);
        GC.WaitForPendingFinalizers();
        run();
        GC.EndNoGCRegion(); // fails where there was one all the same
    }

    /// <summary>Has so many calls in flight, and ends them.</summary>
    private static void Run(int calls, Func<ReusableSource, ValueTask<int>> call)
    {
        var sources = new ReusableSource[calls];
        var valueTasks = new ValueTask<int>[calls];
        for (var i = 0; i < calls; i++)
        {
            sources[i] = new ReusableSource();
            valueTasks[i] = call(sources[i]);
        }

        for (var i = 0; i < calls; i++)
        {
            sources[i].Complete();
            _ = valueTasks[i].Result;
        }
    }

    private static void OneAtATime(int calls, Func<ReusableSource, ValueTask<int>> call)
    {
        var source = new ReusableSource();
        for (var i = 0; i < calls; i++)
        {
            var valueTask = call(source);
            source.Complete();
            _ = valueTask.Result;
        }
    }

    /// <summary>One starts a thousand calls, the other ends them.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void OnThreadsThatEnd()
    {
        var sources = Enumerable.Range(0, 1_000).Select(_ => new ReusableSource()).ToArray();
        var valueTasks = new ValueTask<int>[sources.Length];
        var start = new Thread(() =>
        {
            for (var i = 0; i < sources.Length; i++)
            {
                valueTasks[i] = OnTwoThreads(sources[i]);
            }
        });
        start.UnsafeStart();
        start.Join();
        var end = new Thread(() =>
        {
            for (var i = 0; i < sources.Length; i++)
            {
                sources[i].Complete();
                _ = valueTasks[i].Result;
            }
        });
        end.UnsafeStart();
        end.Join();
    }

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> Burst(ReusableSource source) => await source.ValueTask;

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> Before(ReusableSource source) => await source.ValueTask;

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> OneOfTwo(ReusableSource source) => await source.ValueTask;

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> OtherOfTwo(ReusableSource source) => await source.ValueTask;

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> OnTwoThreads(ReusableSource source) => await source.ValueTask;

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> Trimmed(ReusableSource source) => await source.ValueTask;

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> Many(ReusableSource source) => await source.ValueTask;

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> OneAfterTheOther(ReusableSource source) => await source.ValueTask;

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> WhileListening(ReusableSource source) => await source.ValueTask;
}
