using System.Reflection;
using Tests.Compilation;

namespace Tests.Pooling;

/// <summary>
/// Magazines (arrays of idle boxes) are small until threads exchange many of them. If one thread begins all calls and another thread ends them, the second
/// thread keeps one box and two full magazines before it hands a magazine over. A trim of everything removes these boxes, and then the first thread must create
/// as many boxes again.
/// </summary>
[Thorough]
[Alone]
public static class MagazineSizeTests
{
    private const int NeverByItself = 1_000_000;
    private const int SmallMagazine = 4;
    private const int LargeMagazine = 32;

    /// <summary>After this many filled magazines, new magazines are large.</summary>
    private const int ManyFilled = 8_192;

    private const int MadeWithSmallOnes = 1 + 2 * SmallMagazine;
    private const int MadeWithLargeOnes = 1 + 2 * LargeMagazine;

    [TestCase(SmallMagazine)]
    [TestCase(LargeMagazine)]
    public static void As_many_boxes_are_made_as_the_magazines_of_a_thread_hold_where_one_begins_calls_and_another_ends_them(int boxesOfMagazine)
    {
        var pool = new BarePool(Load(boxesOfMagazine), typeof(MagazineSizeTests));
        var (begins, ends) = (pool.CreateCache(), pool.CreateCache());
        for (var trim = 1; trim <= 3; trim++)
        {
            Call(begins, ends, 1_000);
            Assert.That(pool.Read().Created, Is.EqualTo(trim * (1 + 2 * boxesOfMagazine + 1)), "the thread that ends has its own, and brings a magazine when it gets one more");
            pool.Trim(everything: true);
        }

        GC.KeepAlive((begins, ends));
    }

    [Test]
    public static void Where_many_are_exchanged_they_get_large_until_the_next_trim()
    {
        var pool = new BarePool(Load(), typeof(MagazineSizeTests));
        var (begins, ends) = (pool.CreateCache(), pool.CreateCache());
        Call(begins, ends, ManyFilled * SmallMagazine);
        Assert.That(pool.Read().Created, Is.EqualTo(MadeWithSmallOnes + 1));
        Call(begins, ends, 1_000);
        Assert.That(pool.Read().Created, Is.InRange(MadeWithLargeOnes, MadeWithLargeOnes + LargeMagazine));

        pool.Trim(everything: true);
        var before = pool.Read().Created;
        Call(begins, ends, 1_000);
        Assert.That(pool.Read().Created - before, Is.EqualTo(MadeWithSmallOnes + 1));
        GC.KeepAlive((begins, ends));
    }

    [Test]
    public static void Those_of_a_burst_are_large()
    {
        const int Burst = 2_048;
        var runtime = Load();
        var pool = new BarePool(runtime, typeof(MagazineSizeTests));
        var (first, second) = (pool.CreateCache(), pool.CreateCache());
        Enumerable.Range(0, Burst).Select(_ => first.Take() ?? new object()).ToList().ForEach(first.Put);
        var boxes = BoxesOfDepots(runtime);
        second.Take();
        Assert.That((pool.Read().Created, boxes - BoxesOfDepots(runtime)), Is.EqualTo((Burst, LargeMagazine)));
        GC.KeepAlive((first, second));
    }

    [Test]
    public static void A_thread_whose_own_calls_go_up_and_down_often_no_longer_visits_the_depot()
    {
        const int Calls = MadeWithLargeOnes;
        const int UpsAndDowns = 1 + ManyFilled / ((Calls - MadeWithSmallOnes) / SmallMagazine);
        var runtime = Load();
        var pool = new BarePool(runtime, typeof(MagazineSizeTests));
        var cache = pool.CreateCache();
        for (var time = 0; time < UpsAndDowns; time++)
        {
            GoUpAndDown();
        }

        // The number of calls in flight goes up and down once more, because some magazines are still small.
        GoUpAndDown();
        var boxes = BoxesOfDepots(runtime);
        GoUpAndDown();
        Assert.That((boxes, BoxesOfDepots(runtime), pool.Read().Created), Is.EqualTo((0, 0, Calls)));
        GC.KeepAlive(cache);

        void GoUpAndDown()
        {
            var taken = Enumerable.Range(0, Calls).Select(_ => cache.Take() ?? new object()).ToList();
            taken.ForEach(cache.Put);
        }
    }

    private static void Call(BarePool.Cache begins, BarePool.Cache ends, int calls)
    {
        for (var call = 0; call < calls; call++)
        {
            ends.Put(begins.Take() ?? new object());
        }
    }

    private static int BoxesOfDepots(Assembly runtime)
    {
        var depots = (System.Collections.IEnumerable)runtime.GetType("PooledAwait.Runtime.PoolTrimmer", throwOnError: true)!.GetMethod("Depots")!.Invoke(null, null)!;
        return depots.Cast<object>().Sum(depot => (int)depot.GetType().GetProperty("Boxes")!.GetValue(depot)!);
    }

    /// <summary>Loads a runtime whose magazines have room for this many boxes from the beginning.</summary>
    private static Assembly Load(int boxesOfMagazine)
    {
        var runtime = new RuntimeVariant().ReplaceOnce("Magazine.cs", $"SmallCapacity = {SmallMagazine}", $"SmallCapacity = {boxesOfMagazine}").Load();
        BarePool.Configure(runtime, bound: 16_384, NeverByItself);
        return runtime;
    }

    private static Assembly Load() => BarePool.LoadRuntime(withChecks: false, bound: 16_384, NeverByItself);
}
