using System.Runtime.CompilerServices;

namespace Tests.Pooling;

/// <summary>Tests a thread that has slots for many pools. A slot has room for one idle box, and often two magazines (arrays) for more boxes.</summary>
[Alone]
public static class ThreadSlotsTests
{
    private const int NeverByItself = 1_000_000;
    private const int BoxesOfMagazine = 4;

    [Test]
    public static void A_thread_finds_what_it_has_put_and_nothing_of_other_pools_or_threads()
    {
        var pools = Pools(100);
        var (slots, others) = (pools[0].CreateSlots(), pools[0].CreateSlots());
        var boxes = pools.ConvertAll(_ => new object());

        // The pools' numbers begin in the middle, so that the slots have gaps and must grow.
        int[] numbers = [.. Enumerable.Range(50, 50), .. Enumerable.Range(0, 25)];
        foreach (var number in numbers)
        {
            pools[number].In(slots).Put(boxes[number]);
        }

        Assert.That(pools.Select(pool => pool.In(others).Take()), Has.All.Null);
        Assert.That(
            pools.Select(pool => pool.In(slots).Take()), Is.EqualTo(boxes.Select((box, number) => numbers.Contains(number) ? box : null)));
        GC.KeepAlive((slots, others));
    }

    [Test]
    public static void What_a_thread_has_counted_stays_when_its_slots_are_trimmed_and_when_it_ends()
    {
        var pool = Pools(1)[0];
        var cache = pool.CreateCache();
        cache.Put(cache.Take() ?? new object());
        var used = new BoxCounts(Rented: 1, Returned: 1, Created: 1, Dropped: 0, Trimmed: 0);
        Assert.That(pool.Read(), Is.EqualTo(used));

        pool.Trim(everything: true);
        Assert.That(pool.Read(), Is.EqualTo(used with { Trimmed = 1 }), "trimmed");

        Use(pool);
        GC.KeepAlive(cache);
        Garbage.Collect();
        Assert.That(pool.Read(), Is.EqualTo(new BoxCounts(Rented: 2, Returned: 2, Created: 2, Dropped: 0, Trimmed: 2)), "ended");
    }

    [Test]
    public static void A_thread_counts_more_boxes_that_it_makes_than_it_has_room_for()
    {
        const int Boxes = 70_000;
        var pool = Pools(1)[0];
        var cache = pool.CreateCache();
        for (var box = 0; box < Boxes; box++)
        {
            Assert.That(cache.Take(), Is.Null);
        }

        Assert.That(pool.Read(), Is.EqualTo(new BoxCounts(Rented: Boxes, Returned: 0, Created: Boxes, Dropped: 0, Trimmed: 0)));
        for (var box = 0; box < Boxes; box++)
        {
            cache.Put(new object());
        }

        var counts = pool.Read();
        Assert.That(counts, Is.EqualTo(new BoxCounts(Boxes, Boxes, Boxes, counts.Dropped, Trimmed: 0)));
        pool.Trim(everything: true);
        Assert.That(pool.Read().Living, Is.Zero);
        GC.KeepAlive(cache);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Use(BarePool pool)
    {
        var cache = pool.CreateCache();
        cache.Put(cache.Take() ?? new object());
    }

    [Test]
    public static void A_thread_at_work_trims_what_it_no_longer_uses_and_keeps_the_rest()
    {
        var pools = Pools(2);
        var slots = pools[0].CreateSlots();
        var (used, unused) = (pools[0].In(slots), pools[1].In(slots));
        var box = new object();
        used.Put(box);
        unused.Put(new object());
        for (var trim = 0; trim < 3; trim++)
        {
            pools[0].Trim(everything: false);
            Assert.That(used.Take(), Is.SameAs(box), $"after {trim} trims");
            used.Put(box);
        }

        Assert.That(unused.Take(), Is.Null);
        Assert.That((pools[0].Read().Trimmed, pools[1].Read().Trimmed), Is.EqualTo((0, 1)));
    }

    [Test]
    public static void A_thread_that_only_returns_what_others_have_rented_keeps_nothing_from_one_trim_to_the_next()
    {
        var pools = Pools(2);
        var slots = pools[0].CreateSlots();
        var (returns, works) = (pools[0].In(slots), pools[1].In(slots));

        // Until the second trim, new boxes count as needed.
        foreach (var trimmed in (int[])[0, 0, BoxesOfMagazine * 2, BoxesOfMagazine * 3])
        {
            pools[0].Trim(everything: false);
            works.Put(works.Take() ?? new object());
            Assert.That(pools[0].Read().Trimmed, Is.EqualTo(trimmed));
            for (var box = 0; box < BoxesOfMagazine; box++)
            {
                returns.Put(new object());
            }
        }

        Assert.That(pools[1].Read() with { Rented = 0, Returned = 0 }, Is.EqualTo(new BoxCounts(0, 0, Created: 1, Dropped: 0, Trimmed: 0)));
        GC.KeepAlive(slots);
    }

    [Test]
    public static void A_thread_keeps_the_magazines_that_it_empties_and_gives_up_those_that_it_does_not_touch()
    {
        var pools = Pools(1);
        var cache = pools[0].CreateCache();
        Use(2 * BoxesOfMagazine);
        for (var trim = 0; trim < 3; trim++)
        {
            pools[0].Trim(everything: false);
            Use(2 * BoxesOfMagazine);
        }

        Assert.That((pools[0].Read().Created, pools[0].Read().Trimmed), Is.EqualTo((2 * BoxesOfMagazine, 0)), "all are needed");

        // All boxes were in use before the first of these trims, so this trim removes none. Between the first and the second trim, only one box was in use, so
        // the second trim removes all other boxes.
        foreach (var trimmed in (int[])[0, 2 * BoxesOfMagazine - 1, 2 * BoxesOfMagazine - 1])
        {
            pools[0].Trim(everything: false);
            Use(1);
            Assert.That(pools[0].Read().Trimmed, Is.EqualTo(trimmed));
        }

        void Use(int boxes) => ThreadSlotsTests.Use(cache, boxes);
    }

    [TestCase(6, 3)]
    [TestCase(9, 7)]
    [TestCase(9, 4)]
    [TestCase(8, 2)]
    public static void A_thread_gives_up_the_boxes_that_it_has_had_all_the_time_and_keeps_those_that_it_needs(int atFirst, int later)
    {
        var pools = Pools(1);
        var cache = pools[0].CreateCache();
        Use(cache, atFirst);
        for (var trim = 0; trim < 4; trim++)
        {
            pools[0].Trim(everything: false);
            Use(cache, later);
        }

        // A full spare magazine is trimmed as a whole, or not at all.
        var counts = pools[0].Read();
        Assert.That(counts.Created, Is.EqualTo(atFirst), "what it needs was never trimmed");
        Assert.That(counts.Living, Is.InRange(later, later > 1 + BoxesOfMagazine ? atFirst : later));
    }

    private static void Use(BarePool.Cache cache, int boxes)
    {
        var taken = new List<object>();
        for (var box = 0; box < boxes; box++)
        {
            taken.Add(cache.Take() ?? new object());
        }

        taken.ForEach(cache.Put);
    }

    private static List<BarePool> Pools(int count)
    {
        var runtime = BarePool.LoadRuntime(withChecks: false, bound: 100, NeverByItself);
        return [.. Enumerable.Range(0, count).Select(_ => new BarePool(runtime, typeof(ThreadSlotsTests)))];
    }
}
