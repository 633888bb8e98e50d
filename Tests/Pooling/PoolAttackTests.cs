using System.Reflection;
using System.Runtime.CompilerServices;
using Tests.Builders.Conformance.Scenarios;
using Tests.Compilation;

namespace Tests.Pooling;

/// <summary>Attacks bare pools, for the time that <see cref="Stress"/> sets.</summary>
[Thorough]
[Alone]
public static class PoolAttackTests
{
    private const int Bound = 1_000;
    private const int BoxesOfOneCache = 1 + 2 * 32;
    private const int AttacksPerCollection = 10;

    [Test]
    public static void No_box_is_in_two_hands_and_none_is_lost([Values] bool withChecks) => Attack(BarePool.LoadRuntime(withChecks, Bound));

    [Test]
    public static void Nor_where_magazines_often_get_large_and_small_again()
    {
        var runtime = new RuntimeVariant().ReplaceOnce("Depot.cs", "ManyFilled = 8_192", "ManyFilled = 3").Load();
        BarePool.Configure(runtime, Bound);
        Attack(runtime);
    }

    private static void Attack(Assembly runtime)
    {
        var attacks = 0;
        foreach (var seed in Stress.Seeds())
        {
            // Only a few attacks collect, because a full collection of a test run's heap takes most of a second.
            Attack(new BarePool(runtime, typeof(MarkedBox)), seed, collects: attacks++ % AttacksPerCollection == 0);
        }
    }

    private static void Attack(BarePool pool, int seed, bool collects)
    {
        var attack = new PoolAttack(pool, seed);
        attack.Run();
        var after = pool.Read();
        Assert.Multiple(() =>
        {
            Assert.That(attack.Faults.Take(3), Is.Empty, $"seed {seed}");
            Assert.That(after.Rented, Is.EqualTo(attack.Rented), $"rented, seed {seed}");
            Assert.That(after.Returned, Is.EqualTo(attack.Rented), $"returned, seed {seed}");
            Assert.That(after.Created, Is.EqualTo(attack.Boxes.Made), $"created, seed {seed}");
            Assert.That(after.Living, Is.InRange(0, Bound + PoolAttack.Threads * BoxesOfOneCache), $"living, seed {seed}");
        });

        if (!collects)
        {
            return;
        }

        // The ended threads' boxes are collected with those threads.
        Garbage.Collect();
        Assert.That(pool.Read().Living, Is.InRange(0, Bound), $"living after the threads, seed {seed}");

        // After a trim of everything, the pool has no box. So the garbage collector must collect each box that was created.
        pool.Trim(everything: true);
        Garbage.Collect();
        Assert.That(attack.Boxes.Living, Is.Zero, $"living boxes, seed {seed}");
        Assert.That(pool.Read().Living, Is.Zero, $"counted as living, seed {seed}");
    }

    [Test]
    public static void The_boxes_of_a_thread_that_has_ended_go_with_it_and_what_it_shared_stays()
    {
        const int Boxes = 1_000;
        var pool = new BarePool(BarePool.LoadRuntime(withChecks: false, Bound), typeof(MarkedBox));
        LeaveBoxes(pool, Boxes);
        var cache = pool.CreateCache();

        var taken = TakeAll(cache);
        Assert.That(taken + pool.Read().Trimmed, Is.InRange(Boxes - BoxesOfOneCache, Boxes));

        Garbage.Collect();
        taken += TakeAll(cache);
        Assert.That(taken + pool.Read().Trimmed, Is.EqualTo(Boxes));
    }

    [Test]
    public static void Slots_that_memory_did_not_suffice_to_make_are_finalized_without_a_fault()
    {
        // An exception in a finalizer ends the process, so the finalizer must not throw even if the constructor has not run.
        var type = BarePool.LoadRuntime(withChecks: false, Bound).GetType("PooledAwait.Runtime.ThreadSlots", throwOnError: true)!;
        var unmade = RuntimeHelpers.GetUninitializedObject(type);
        GC.SuppressFinalize(unmade);
        var finalize = type.GetMethod("Finalize", BindingFlags.Instance | BindingFlags.NonPublic)!.CreateDelegate<Action>(unmade);
        Assert.That(() => finalize(), Throws.Nothing);
    }

    [Test]
    public static void A_box_that_was_taken_is_kept_by_nobody()
    {
        var pool = new BarePool(BarePool.LoadRuntime(withChecks: false, Bound), typeof(MarkedBox));
        var cache = pool.CreateCache();
        var boxes = new MarkedBox.Tally();
        PutNew(cache, boxes, 500);
        Assert.That(boxes.Living, Is.EqualTo(500));
        TakeAll(cache);
        Garbage.Collect();
        Assert.That(boxes.Living, Is.Zero);
        GC.KeepAlive(cache);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void LeaveBoxes(BarePool pool, int count)
    {
        var thread = new Thread(() => PutNew(pool.CreateCache(), new MarkedBox.Tally(), count));
        thread.UnsafeStart();
        thread.Join();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void PutNew(BarePool.Cache cache, MarkedBox.Tally boxes, int count)
    {
        for (var i = 0; i < count; i++)
        {
            cache.Put(new MarkedBox(boxes));
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int TakeAll(BarePool.Cache cache)
    {
        var taken = 0;
        while (cache.Take() is not null)
        {
            taken++;
        }

        return taken;
    }
}
