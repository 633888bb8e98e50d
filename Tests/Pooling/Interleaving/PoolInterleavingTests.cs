using Tests.Interleaving;

namespace Tests.Pooling.Interleaving;

/// <summary>
/// Threads take and put boxes while the trimmer runs. The tests try every order of the threads' steps that has at most a few preemptions (switches away from a
/// thread that could go on). Only one thread at a time may use a thread's slots. No box may be lost or handed out twice. Counts and bytes must be exact.
/// </summary>
[Thorough]
[Alone]
public class PoolInterleavingTests
{
    /// <summary>
    /// A pool in which the trimmer sees late that a thread marked itself as busy. Only the process-wide fence makes the trimmer see it at once.
    /// </summary>
    private static readonly Lazy<SteppedPool> s_seized = new(() => SteppedPool.Create(storesLater: true));

    private static readonly Lazy<SteppedPool> s_allowingNothing = new(SteppedPool.CreateThatAllowsNothing);

    private static readonly Lazy<SteppedPool> s_growing = new(SteppedPool.CreateThatGrows);

    private static readonly Lazy<SteppedPool> s_shared = new(() => SteppedPool.Create(storesLater: false));

    [Test]
    public void A_thread_and_the_trimmer_that_seizes_its_slots_exclude_each_other([Values] bool everything) =>
        Orders.Tell(OwnerAndTrimmer(s_seized.Value, everything), moreThan: 500);

    [Test]
    public void They_do_where_the_pool_has_more_than_it_may() => Orders.Tell(OwnerAndTrimmer(s_allowingNothing.Value, everything: false), moreThan: 500);

    [TestCase("no process-wide barrier", "PoolTrimmer.cs", "Interlocked.MemoryBarrierProcessWide();", "")]
    [TestCase("a busy thread is not left alone", "ThreadSlots.cs", "if (Volatile.Read(ref _busy))", "if (false)")]
    [TestCase("a seizure is not answered", "ThreadSlots.cs", "return request == AtRest;", "return true;")]
    [TestCase("the request is read before the thread says that it is at work", "ThreadSlots.cs",
        "object? box;\n        Volatile.Write(ref _busy, true);\n        PoolSlot[] slots; // read after the request, because a seizure replaces them\n\n        if (Volatile.Read(ref _request) == None",
        "object? box; var request = Volatile.Read(ref _request); Volatile.Write(ref _busy, true); PoolSlot[] slots; if (request == None")]
    public void A_fault_in_how_they_exclude_each_other_is_found(string fault, string file, string text, string replacement)
    {
        var faulty = SteppedPool.CreateFaulty(storesLater: true, file, text, replacement);
        Assert.That(() => OwnerAndTrimmer(faulty, everything: true) + OwnerAndTrimmer(faulty, everything: false), Throws.Exception, fault);
    }

    [Test]
    public void Threads_that_hand_boxes_to_each_other_by_way_of_the_depot_lose_none_and_get_none_twice() =>
        Orders.Tell(TwoOwners(s_shared.Value, withTrimmer: false), moreThan: 200);

    [Test]
    public void Nor_do_they_while_the_depot_is_trimmed() => Orders.Tell(TwoOwners(s_shared.Value, withTrimmer: true), moreThan: 100);

    [Test]
    public void Nor_do_they_where_magazines_get_large_and_small_again([Values] bool withTrimmer) =>
        Orders.Tell(TwoOwners(s_growing.Value, withTrimmer), moreThan: 100);

    [TestCase("no lock", false, "Depot.cs", "Enter();\n            full = _full;", "full = _full; Tests.Interleaving.Schedule.Point();")]
    [TestCase("bytes are not taken along", false, "MagazinePair.cs", "_counted -= boxes;", "")]
    [TestCase("what is trimmed keeps its bytes", true, "Depot.cs", "RemoveBytes(trimmed);", "")]
    [TestCase("what a thread gives up keeps its bytes", true, "MagazinePair.cs", "CountOnly(0);\n        return boxes;", "return boxes;")]
    [TestCase("boxes that are dropped are not counted", false, "Depot.cs", "CountDropped(dropped);", "")]
    public void A_fault_of_the_depot_is_found(string fault, bool withTrimmer, string file, string text, string replacement)
    {
        var faulty = SteppedPool.CreateFaulty(storesLater: false, file, text, replacement);
        Assert.That(() => TwoOwners(faulty, withTrimmer), Throws.Exception, fault);
    }

    [Test]
    public void A_magazine_that_gets_large_and_is_not_counted_is_found()
    {
        var faulty = SteppedPool.CreateFaultyThatGrows("MagazinePair.cs", "if (!TryCount(length + BoxesOfSpare))", "if (length == 2 && !TryCount(length + BoxesOfSpare))");
        Assert.That(() => TwoOwners(faulty, withTrimmer: false), Throws.Exception);
    }

    private static int OwnerAndTrimmer(SteppedPool stepped, bool everything) => Schedule.Explore(preemptions: 2, () =>
    {
        var pool = stepped.CreatePool();
        var owner = new Owner(pool);
        owner.Make(2);
        owner.PutAll();
        return (
            [
                () =>
                {
                    owner.Take();
                    owner.PutAll();
                },
                () =>
                {
                    // The first trim asks the thread to trim its slots. If the thread has not used its slots since, the second trim trims them itself.
                    pool.Trim(everything);
                    pool.Trim(everything);
                },
            ],
            () => CheckThatAllIsThere(stepped, pool, owner));
    });

    private static int TwoOwners(SteppedPool stepped, bool withTrimmer) => Schedule.Explore(preemptions: withTrimmer ? 1 : 2, () =>
    {
        var pool = stepped.CreatePool();
        var (first, second) = (new Owner(pool), new Owner(pool));
        first.Make(10);
        second.Make(1);
        second.PutAll();
        Action[] threads =
        [
            () =>
            {
                first.PutAll();
            },
            () =>
            {
                second.Take();
                second.Take();
            },
            () =>
            {
                // The second trim removes what nobody needed between the two trims.
                pool.Trim(everything: false);
                pool.Trim(everything: false);
            },
        ];
        return (
            withTrimmer ? threads : threads[..2],
            () => CheckThatAllIsThere(stepped, pool, first, second));
    });

    private static void CheckThatAllIsThere(SteppedPool stepped, BarePool pool, params Owner[] owners)
    {
        var inUse = owners.Sum(owner => owner.Boxes.Count);
        var counts = pool.Read();
        Assert.That(counts.Rented - counts.Returned, Is.EqualTo(inUse));
        var idle = counts.Living - inUse;
        Assert.That(stepped.IdleBytes, Is.InRange(Math.Max(0, (idle - owners.Length) * BarePool.BytesOfBox), SteppedPool.MaximumBytes), "beside a box of each thread");

        // Each idle box can be taken once, unless it was counted as dropped or trimmed. A thread that was asked to trim does so in the first take.
        var found = new HashSet<object>(owners.SelectMany(owner => owner.Boxes), ReferenceEqualityComparer.Instance);
        Assert.That(found, Has.Count.EqualTo(inUse));
        foreach (var owner in owners)
        {
            while (owner.TakeIdle() is { } box)
            {
                Assert.That(found.Add(box), Is.True, "a box was handed out twice");
            }
        }

        counts = pool.Read();
        var made = counts.Created - owners.Length; // each owner's last take found nothing, which counts as a created box
        Assert.That(found, Has.Count.EqualTo(made - counts.Dropped - counts.Trimmed));
        owners[0].PutAll();
        pool.Trim(everything: true);
        Assert.That(stepped.IdleBytes, Is.Zero, "bytes of boxes that are not there");
        GC.KeepAlive(owners);
    }

    /// <summary>A thread that takes boxes, and creates one if the pool has none.</summary>
    private sealed class Owner(BarePool pool)
    {
        private readonly BarePool.Cache _cache = pool.CreateCache();

        public List<object> Boxes { get; } = [];

        public void Make(int boxes)
        {
            for (var i = 0; i < boxes; i++)
            {
                Take();
            }
        }

        public void Take() => Boxes.Add(_cache.Take() ?? new object());

        public object? TakeIdle() => _cache.Take();

        public void PutAll()
        {
            Boxes.ForEach(_cache.Put);
            Boxes.Clear();
        }
    }
}
