using Tests.Compilation;

namespace Tests.Pooling;

/// <summary>Tests when pools are trimmed, what a trim keeps, and what a trim costs.</summary>
[Alone]
public static class TrimTests
{
    private const int NeverByItself = 1_000_000;

    /// <summary>Replaces System.Threading.Interlocked in the runtime's code, because the compiler prefers a class of the code's own namespace.</summary>
    private const string Interlocked =
        """
        namespace PooledAwait.Runtime;

        internal static class Interlocked
        {
            [ThreadStatic]
            public static int Barriers;

            public static int CompareExchange(ref int location, int value, int comparand) =>
                System.Threading.Interlocked.CompareExchange(ref location, value, comparand);

            public static T Exchange<T>(ref T location, T value) where T : class? => System.Threading.Interlocked.Exchange(ref location, value);

            public static int Exchange(ref int location, int value) => System.Threading.Interlocked.Exchange(ref location, value);

            public static int Add(ref int location, int value) => System.Threading.Interlocked.Add(ref location, value);

            public static int And(ref int location, int value) => System.Threading.Interlocked.And(ref location, value);

            public static long Add(ref long location, long value) => System.Threading.Interlocked.Add(ref location, value);

            public static void MemoryBarrierProcessWide()
            {
                Barriers++;
                System.Threading.Interlocked.MemoryBarrierProcessWide();
            }
        }
        """;

    /// <summary>The runtimeconfig value <c>PooledAwait.TrimIntervalSeconds</c> limits how often collections trim.</summary>
    [TestCase(0, ExpectedResult = 1)]
    [TestCase(1_000, ExpectedResult = 0)]
    public static long Collections_trim_what_nobody_uses(int seconds)
    {
        var pool = new BarePool(BarePool.LoadRuntime(withChecks: false, bound: 100, seconds), typeof(TrimTests));
        var cache = pool.CreateCache();
        cache.Put(new object());

        Garbage.Collect();
        GC.KeepAlive(cache);
        return pool.Read().Trimmed;
    }

    [Test]
    public static void All_pools_share_one_process_wide_barrier_and_none_is_issued_where_there_is_nothing_to_empty()
    {
        var runtime = new RuntimeVariant().Add("Interlocked.cs", Interlocked).Load();
        BarePool.Configure(runtime, bound: 100, NeverByItself);
        var pools = Enumerable.Range(0, 3).Select(_ => new BarePool(runtime, typeof(TrimTests))).ToList();
        var caches = pools.Select(pool => pool.CreateCache()).ToList();

        Assert.That(Trim(everything: false), Is.EqualTo((0, 0)), "never used");
        Assert.That(Trim(everything: true), Is.EqualTo((0, 0)), "never used, where memory is tight");

        caches.ForEach(cache => cache.Put(new object()));
        Assert.That(Trim(everything: false), Is.EqualTo((0, 0)), "asked");
        Assert.That(Trim(everything: false), Is.EqualTo((1, 3)), "did not come");
        Assert.That(Trim(everything: false), Is.EqualTo((0, 0)), "empty");

        caches.ForEach(cache => cache.Put(new object()));
        Assert.That(Trim(everything: true), Is.EqualTo((1, 3)), "used since, where memory is tight");

        (int Barriers, long Trimmed) Trim(bool everything)
        {
            var before = (Barriers: Barriers(), Trimmed: pools.Sum(pool => pool.Read().Trimmed));
            pools[0].Trim(everything);
            return (Barriers() - before.Barriers, pools.Sum(pool => pool.Read().Trimmed) - before.Trimmed);
        }

        int Barriers() => (int)runtime.GetType("PooledAwait.Runtime.Interlocked")!.GetField("Barriers")!.GetValue(null)!;
    }

    [Test]
    public static void A_thread_at_work_keeps_its_box_whatever_is_trimmed_meanwhile()
    {
        var pool = new BarePool(BarePool.LoadRuntime(withChecks: false, bound: 100, NeverByItself), typeof(TrimTests));
        var stop = false;
        var worker = new Thread(() =>
        {
            var cache = pool.CreateCache();
            while (!Volatile.Read(ref stop))
            {
                cache.Put(cache.Take() ?? new object());
            }
        });
        worker.UnsafeStart();
        for (var trim = 0; trim < 5_000; trim++)
        {
            // A thread that does nothing between two trims counts as idle. So the test waits for two uses, because the first of them may have begun before the
            // last trim.
            var rented = pool.Read().Rented;
            SpinWait.SpinUntil(() => pool.Read().Rented > rented + 1);
            pool.Trim(everything: false);
        }

        Volatile.Write(ref stop, true);
        worker.Join();
        Assert.That(pool.Read() with { Rented = 0, Returned = 0 }, Is.EqualTo(new BoxCounts(0, 0, Created: 1, Dropped: 0, Trimmed: 0)));
    }

    [Test]
    public static void A_trim_allocates_nothing()
    {
        var runtime = BarePool.LoadRuntime(withChecks: false, bound: 100, NeverByItself);
        var pools = Enumerable.Range(0, 100).Select(_ => new BarePool(runtime, typeof(TrimTests))).ToList();
        var caches = pools.Select(pool => pool.CreateCache()).ToList();
        var trim = pools[0].Trimmer();
        trim(true);

        caches.ForEach(cache => cache.Put(new object()));
        var bytes = AllocatedBytes.During(() => trim(true));
        Assert.That((bytes, pools.Sum(pool => pool.Read().Trimmed)), Is.EqualTo((0, 100)));
    }
}
