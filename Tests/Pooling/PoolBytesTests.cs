using System.Reflection;
using System.Runtime.CompilerServices;

namespace Tests.Pooling;

/// <summary>The runtimeconfig value <c>PooledAwait.MaximumBytes</c> limits the bytes that all pools keep together.</summary>
[Alone]
public static class PoolBytesTests
{
    private const string Setting = "PooledAwait.MaximumBytes";
    private const int BoxesOfMagazine = 4;
    private const int NeverByItself = 1_000_000;

    [Test]
    public static void All_pools_together_keep_no_more_than_the_bound()
    {
        const int Magazines = 10;
        const int Pools = 4;
        var runtime = Load(Magazines * BoxesOfMagazine * BarePool.BytesOfBox);
        var pools = Enumerable.Range(0, Pools).Select(_ => new BarePool(runtime, typeof(PoolBytesTests))).ToList();
        var slots = pools[0].CreateSlots();
        foreach (var pool in pools)
        {
            var cache = pool.In(slots);
            for (var box = 0; box < 10 * BoxesOfMagazine; box++)
            {
                cache.Put(new object());
            }
        }

        // The bound limits the bytes in magazines (arrays of boxes). Beside these, each pool's slot may keep one box.
        Assert.That(
            -pools.Sum(pool => pool.Read().Living - pool.Read().Created), Is.EqualTo(pools.Sum(pool => pool.Read().Dropped)), "nothing was trimmed");
        Assert.That(
            pools.Sum(pool => pool.Read().Returned - pool.Read().Dropped),
            Is.InRange((Magazines - 1) * BoxesOfMagazine, Magazines * BoxesOfMagazine + Pools));
        Assert.That(Sum(runtime), Is.EqualTo(Magazines * BoxesOfMagazine * BarePool.BytesOfBox));

        pools[0].Trim(everything: true);
        Assert.That(Sum(runtime), Is.Zero, "trimmed");
        GC.KeepAlive(slots);
    }

    [Test]
    public static void What_is_taken_again_and_what_a_plug_in_had_no_longer_counts()
    {
        var runtime = Load(int.MaxValue);
        var pool = new BarePool(runtime, typeof(PoolBytesTests));
        var cache = pool.CreateCache();
        for (var round = 0; round < 3; round++)
        {
            for (var box = 0; box < 10 * BoxesOfMagazine; box++)
            {
                cache.Put(new object());
            }

            Assert.That(Sum(runtime), Is.Positive);
            while (cache.Take() is not null)
            {
            }

            Assert.That(Sum(runtime), Is.EqualTo(BoxesOfMagazine * BarePool.BytesOfBox), "for the magazine that the thread has emptied last");
            pool.Trim(everything: true);
            Assert.That(Sum(runtime), Is.Zero);
        }

        UsePlugIn(runtime);
        Garbage.Collect();
        Assert.That(Sum(runtime), Is.Zero, "of a plug-in that is gone");
        GC.KeepAlive(cache);
    }

    [Test]
    public static void Whatever_a_thread_does_each_full_magazine_counts_once()
    {
        var runtime = Load(int.MaxValue);
        var pool = new BarePool(runtime, typeof(PoolBytesTests));
        var caches = new[] { pool.CreateCache(), pool.CreateCache() };
        var held = new[] { 0, 0 };
        var random = new Random(1);
        for (var step = 0; step < 100_000; step++)
        {
            // Each step only puts boxes or only takes boxes. So boxes go through the depot, and sometimes from one thread to the other.
            var thread = random.Next(2);
            var puts = random.Next(2) == 0;
            for (var box = random.Next(3 * BoxesOfMagazine); box > 0 && (puts || held.Sum() > 0); box--)
            {
                if (puts)
                {
                    caches[thread].Put(new object());
                    held[thread]++;
                }
                else if (caches[thread].Take() is not null)
                {
                    held[thread]--;
                }
            }

            if (step % 10 == 0)
            {
                // The sum does not count the one box in each thread's slot.
                var counts = pool.Read();
                var idle = counts.Returned - (counts.Rented - counts.Created) - counts.Dropped - counts.Trimmed;
                Assert.That(Sum(runtime), Is.GreaterThanOrEqualTo((idle - caches.Length) * BarePool.BytesOfBox), $"after {step} steps");
            }

            // Trims of everything are so rare in this test that magazines become large between two trims.
            if (step % 5_000 == 0)
            {
                pool.Trim(everything: true);
                Assert.That(Sum(runtime), Is.Zero, $"after {step} steps");
                held = [0, 0];
            }
            else if (step % 1_000 == 500)
            {
                pool.Trim(everything: false);
            }
        }

        GC.KeepAlive(caches);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void UsePlugIn(Assembly runtime)
    {
        var cache = new BarePool(runtime, typeof(PoolBytesTests), ofPlugIn: true).CreateCache();
        for (var box = 0; box < 10 * BoxesOfMagazine; box++)
        {
            cache.Put(new object());
        }

        Assert.That(Sum(runtime), Is.Positive);
        GC.KeepAlive(cache);
    }

    [Test]
    public static void By_default_it_is_a_tenth_of_what_the_garbage_collector_may_use() =>
        Assert.That(Bound(BarePool.LoadRuntime(withChecks: false, bound: 100)), Is.EqualTo(GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / 10));

    private static Assembly Load(long bytes)
    {
        AppContext.SetData(Setting, bytes);
        try
        {
            return BarePool.LoadRuntime(withChecks: false, bound: 1_000, NeverByItself);
        }
        finally
        {
            AppContext.SetData(Setting, null);
        }
    }

    private static long Bound(Assembly runtime) => (long)Type(runtime, "PoolLimits").GetField("MaximumBytes")!.GetValue(null)!;

    private static long Sum(Assembly runtime) => (long)Type(runtime, "PoolBytes").GetProperty("Sum")!.GetValue(null)!;

    private static Type Type(Assembly runtime, string name) => runtime.GetType($"PooledAwait.Runtime.{name}", throwOnError: true)!;
}
