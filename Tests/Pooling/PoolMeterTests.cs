using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;
using PooledAwait.Runtime;
using Tests.Builders.Conformance.Scenarios;

namespace Tests.Pooling;

/// <summary>Reads the meter <c>PooledAwait</c> as a listener does.</summary>
[Alone]
public static class PoolMeterTests
{
    private const string Here = "Tests.Pooling.PoolMeterTests.";

    private static readonly Assembly s_runtime = typeof(PooledAsyncValueTaskMethodBuilder).Assembly;

    [SetUp]
    public static void LeaveTheContextOfNUnit() => SynchronizationContext.SetSynchronizationContext(null);

    [Test]
    public static void The_sum_is_that_of_the_methods()
    {
        using var reader = new MeterReader();
        Run(1, OneOfTwo);
        var before = reader.ReadAllBeside(Here + nameof(OneOfTwo));
        Run(100, OneOfTwo);
        Run(200, OtherOfTwo);
        var after = reader.ReadAllBeside(Here + nameof(OneOfTwo));
        Assert.That(after.Rented - before.Rented, Is.EqualTo(300));
        Assert.That(after.Returned - before.Returned, Is.EqualTo(300));
    }

    /// <summary>A reader reads one value after the other. Calls that happen meanwhile must count only in the next reading.</summary>
    [Test]
    public static void The_values_of_a_collection_are_those_of_one_moment()
    {
        Run(10, BetweenValues);
        using var reader = new MeterReader { BetweenValues = static () => OneAtATime(1, BetweenValues) };
        for (var i = 0; i < 3; i++)
        {
            var counts = reader.Read(Here + nameof(BetweenValues));
            Assert.That((counts.Created, counts.Returned), Is.EqualTo((10, counts.Rented)));
        }

        Assert.That(reader.Read(Here + nameof(BetweenValues)).Rented, Is.GreaterThan(10), "no collection began");
    }

    [Test]
    public static void What_is_trimmed_is_counted_to_the_box()
    {
        using var reader = new MeterReader();
        WithoutCollections(() => Run(300, Trimmed));
        new BarePool(s_runtime, typeof(PoolMeterTests)).Trim(everything: true);
        var counts = reader.Read(Here + nameof(Trimmed));
        Assert.That(counts, Is.EqualTo(new BoxCounts(300, 300, 300, 0, 300)));
    }

    [Test]
    public static void A_box_that_has_used_all_its_tokens_is_dropped()
    {
        using var reader = new MeterReader();
        WithoutCollections(() => OneAtATime(65_535, OneAfterTheOther));
        var counts = reader.Read(Here + nameof(OneAfterTheOther));
        Assert.That(counts, Is.EqualTo(new BoxCounts(65_535, 65_535, 1, 1, 0)));
    }

    [Test]
    public static void A_reader_costs_the_calls_no_byte()
    {
        OneAtATime(100_000, WhileRead);
        var alone = 0L;
        WithoutCollections(() => alone = Bytes());
        using var reader = new MeterReader();
        var before = reader.Read(Here + nameof(WhileRead)).Rented;
        var whileRead = 0L;
        WithoutCollections(() =>
        {
            var isDone = false;
            var readings = 0;
            var reading = new Thread(() =>
            {
                for (; !Volatile.Read(ref isDone) && readings < 100; readings++)
                {
                    reader.Read(Here + nameof(WhileRead));
                }
            });
            reading.UnsafeStart();
            whileRead = Bytes();
            Volatile.Write(ref isDone, true);
            reading.Join();
            Assert.That(readings, Is.Positive);
        });
        Assert.That(reader.Read(Here + nameof(WhileRead)).Rented - before, Is.EqualTo(10_001));

        // Both numbers of bytes are zero if state machines are structs.
        Assert.That(whileRead, Is.EqualTo(alone));

        static long Bytes()
        {
            OneAtATime(1, WhileRead);
            return AllocatedBytes.During(() => OneAtATime(10_000, WhileRead));
        }
    }

    [Test]
    public static void Without_a_reader_nothing_is_summed()
    {
        var runtime = BarePool.LoadRuntime(withChecks: false, bound: 1_000);
        Use(new BarePool(runtime, typeof(NotRead)));
        Assert.That(Methods(), Is.Empty);

        // With a reader, the counts are summed, and the list is not empty. So the assertion above can fail.
        using var reader = new MeterReader();
        reader.Read(typeof(NotRead).ToString());
        Assert.That(Methods(), Is.EqualTo(new[] { typeof(NotRead).ToString() }));

        IEnumerable<object> Methods()
        {
            const BindingFlags Hidden = BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance;
            var sums = runtime.GetType("PooledAwait.Runtime.PoolMeter", throwOnError: true)!.GetField("s_sums", Hidden)!.GetValue(null)!;
            return ((IDictionary)sums.GetType().GetField("_byMethod", Hidden)!.GetValue(sums)!).Keys.Cast<object>().ToList();
        }
    }

    [Test]
    public static void A_pool_that_has_gone_is_no_method_any_more_and_stays_in_the_sum()
    {
        var runtime = BarePool.LoadRuntime(withChecks: false, bound: 1_000);
        using var reader = new MeterReader();
        Use(new BarePool(runtime, typeof(Staying)));
        UseAPoolThatGoes(runtime, reader);
        Garbage.Collect();

        Assert.That(reader.ReadMethodsBeside(typeof(Staying).ToString()), Is.EqualTo(new[] { typeof(Staying).ToString() }));
        Assert.That(reader.ReadAllBeside(typeof(Staying).ToString()).Rented, Is.EqualTo(2));
    }

    [Test]
    public static void Each_copy_of_the_runtime_has_a_meter_of_its_own()
    {
        for (var copy = 1; copy <= 2; copy++)
        {
            Use(new BarePool(BarePool.LoadRuntime(withChecks: false, bound: 1_000), typeof(OfTwoCopies)));
        }

        using var reader = new MeterReader();
        Assert.That(() => reader.ReadEach(typeof(OfTwoCopies).ToString()).Select(counts => counts.Rented), Is.EqualTo(new[] { 1, 1 }).After(60_000, 10));
    }

    [Test]
    public static void The_first_call_waits_for_no_reader()
    {
        var published = Thread.CurrentThread;
        using var listener = new System.Diagnostics.Metrics.MeterListener
        {
            InstrumentPublished = (instrument, _) => published = instrument.Meter.Name == "PooledAwait" ? Thread.CurrentThread : published,
        };
        listener.Start();
        published = null;
        Use(new BarePool(BarePool.LoadRuntime(withChecks: false, bound: 1_000), typeof(ToldOf)));
        Assert.That(() => published, Is.Not.Null.After(60_000, 10));
        Assert.That(published, Is.Not.SameAs(Thread.CurrentThread));
    }

    private sealed class NotRead;

    private sealed class Staying;

    private sealed class Going;

    private sealed class OfTwoCopies;

    private sealed class ToldOf;

    private static void Use(BarePool pool)
    {
        var cache = pool.CreateCache();
        cache.Put(cache.Take() ?? new object());
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void UseAPoolThatGoes(Assembly runtime, MeterReader reader)
    {
        Use(new BarePool(runtime, typeof(Going), ofPlugIn: true));
        Assert.That(reader.Read(typeof(Going).ToString()).Rented, Is.EqualTo(1));
    }

    /// <summary>Runs an action without collections. A collection would trim the pools, and most of these tests are not about trims.</summary>
    private static void WithoutCollections(Action run)
    {
        Garbage.Collect();
        Assert.That(GC.TryStartNoGCRegion(100_000_000), Is.True);
        GC.WaitForPendingFinalizers();
        run();
        GC.EndNoGCRegion(); // throws if there was a collection nevertheless
    }

    /// <summary>Starts this many calls, so that all are in flight at once, and then ends them.</summary>
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

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> BetweenValues(ReusableSource source) => await source.ValueTask;

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> OneOfTwo(ReusableSource source) => await source.ValueTask;

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> OtherOfTwo(ReusableSource source) => await source.ValueTask;

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> Trimmed(ReusableSource source) => await source.ValueTask;

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> OneAfterTheOther(ReusableSource source) => await source.ValueTask;

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> WhileRead(ReusableSource source) => await source.ValueTask;
}
