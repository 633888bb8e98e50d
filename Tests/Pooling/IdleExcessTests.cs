using Tests.Compilation;

namespace Tests.Pooling;

/// <summary>Tests how many boxes all threads keep together. (Each single thread keeps only as many boxes as it has needed.)</summary>
[Alone]
public static class IdleExcessTests
{
    private const int NeverByItself = 1_000_000;
    private const int AlwaysAllowedBytes = 100_000;
    private const int BoxesOfMagazine = 4;

    [Test]
    public static void A_thread_that_goes_on_while_its_counts_are_read_has_no_more_idle_for_that()
    {
        var runtime = new RuntimeVariant()
            .Add("Meanwhile.cs", "namespace PooledAwait.Runtime; public static class Meanwhile { public static System.Action? Work; public static long Do(long read) { var work = Work; Work = null; work?.Invoke(); return read; } }")
            .ReplaceOnce("PoolSlot.cs", "var rented = Volatile.Read(ref _rented);", "var rented = Meanwhile.Do(Volatile.Read(ref _rented));")
            .Load();
        BarePool.Configure(runtime, bound: 100, NeverByItself);
        var pool = new BarePool(runtime, typeof(IdleExcessTests));
        var cache = pool.CreateCache();
        GoOn(1);
        var meanwhile = runtime.GetType("PooledAwait.Runtime.Meanwhile", throwOnError: true)!.GetField("Work")!;

        meanwhile.SetValue(null, () => GoOn(10_000));
        var counts = pool.Read();
        Assert.That(counts.Living - (counts.Rented - counts.Returned), Is.EqualTo(1), "idle");

        meanwhile.SetValue(null, () => GoOn(10_000));
        pool.Trim(everything: false);
        Assert.That((meanwhile.GetValue(null), pool.Read().Trimmed), Is.EqualTo(((object?)null, 0)));

        void GoOn(int calls)
        {
            for (var call = 0; call < calls; call++)
            {
                cache.Put(cache.Take() ?? new object());
            }
        }
    }

    [Test]
    public static void Threads_that_need_a_box_now_and_then_keep_little_where_few_calls_are_in_flight_at_once()
    {
        const int Threads = 60;
        const int Methods = 100;
        var pools = Pools(Methods);
        var slots = Enumerable.Range(0, Threads).Select(_ => pools[0].CreateSlots()).ToList();
        for (var minute = 0; minute < 3; minute++)
        {
            // Each thread makes one call of each method, one after the other.
            Work();
            Assert.That(Idle(pools), Is.EqualTo(Threads * Methods), "the premise");
            pools[0].Trim(everything: false);
            foreach (var thread in slots)
            {
                pools[0].In(thread).Take(); // the thread uses a pool again
                pools[0].In(thread).Put(new object());
            }

            Assert.That(Idle(pools) * BarePool.BytesOfBox, Is.LessThanOrEqualTo(2 * Methods * BarePool.BytesOfBox + AlwaysAllowedBytes));
        }

        GC.KeepAlive(slots);

        void Work()
        {
            foreach (var thread in slots)
            {
                foreach (var pool in pools)
                {
                    var cache = pool.In(thread);
                    cache.Put(cache.Take() ?? new object());
                }
            }
        }
    }

    [Test]
    public static void Boxes_that_one_thread_rents_and_another_returns_do_not_pile_up()
    {
        const int Threads = 50;
        const int Methods = 40;
        const int InFlight = 24;
        var pools = Pools(Methods);
        var slots = Enumerable.Range(0, Threads).Select(_ => pools[0].CreateSlots()).ToList();
        var random = new Random(1);
        for (var minute = 0; minute < 3; minute++)
        {
            foreach (var pool in pools)
            {
                var caches = slots.ConvertAll(pool.In);
                var inFlight = new Queue<object>();
                for (var call = 0; call < 20_000; call++)
                {
                    inFlight.Enqueue(caches[random.Next(Threads)].Take() ?? new object());
                    if (inFlight.Count == InFlight)
                    {
                        caches[random.Next(Threads)].Put(inFlight.Dequeue());
                    }
                }

                while (inFlight.TryDequeue(out var box))
                {
                    caches[random.Next(Threads)].Put(box);
                }

                // The pool has exchanged only a few magazines so far, so its magazines are still small. With large magazines, it would create more boxes.
                if (minute == 0)
                {
                    Assert.That(pool.Read().Created, Is.LessThanOrEqualTo(InFlight + Threads * (1 + 2 * BoxesOfMagazine)));
                }
            }

            pools[0].Trim(everything: false);
            slots.ForEach(thread => pools[0].In(thread).Take());
            Assert.That(Idle(pools) * BarePool.BytesOfBox, Is.LessThanOrEqualTo(2 * InFlight * Methods * BarePool.BytesOfBox + AlwaysAllowedBytes));
        }

        GC.KeepAlive(slots);
    }

    [Test]
    public static void What_was_in_flight_at_once_is_kept_whichever_threads_have_it()
    {
        const int Threads = 50;
        const int InFlight = 2_000;
        var pool = Pools(1)[0];
        var caches = Enumerable.Range(0, Threads).Select(_ => pool.CreateCache()).ToList();
        Burst(() => pool.Trim(everything: false));
        for (var minute = 0; minute < 3; minute++)
        {
            // During these trims no boxes are in flight, but the pools remember the boxes that were in flight during the first trim.
            Burst(() => { });
            pool.Trim(everything: false);
        }

        Assert.That(pool.Read().Created, Is.EqualTo(InFlight));
        GC.KeepAlive(caches);

        void Burst(Action whileInFlight)
        {
            var inFlight = new List<object>();
            for (var call = 0; call < InFlight; call++)
            {
                inFlight.Add(caches[call % Threads].Take() ?? new object());
            }

            whileInFlight();
            for (var call = 0; call < InFlight; call++)
            {
                caches[call % Threads].Put(inFlight[call]);
            }
        }
    }

    private static long Idle(List<BarePool> pools) => pools.Sum(pool =>
    {
        var counts = pool.Read();
        return counts.Living - (counts.Rented - counts.Returned);
    });

    private static List<BarePool> Pools(int count)
    {
        var runtime = BarePool.LoadRuntime(withChecks: false, bound: 16_384, NeverByItself);
        return [.. Enumerable.Range(0, count).Select(_ => new BarePool(runtime, typeof(IdleExcessTests)))];
    }
}
