using System.Reflection;
using System.Runtime.CompilerServices;

namespace Tests.Pooling;

/// <summary>Tests what the meter reports about idle boxes in the pools.</summary>
[Alone]
public static class IdleBoxesTests
{
    [Test]
    public static void What_is_kept_is_told_to_the_box_at_work_trimmed_with_its_thread_and_unloaded()
    {
        const int BoxesOfMagazine = 4;
        const int Calls = 1 + 4 * BoxesOfMagazine;
        const int NeverByItself = 1_000_000;
        var runtime = BarePool.LoadRuntime(withChecks: false, bound: 1_000, NeverByItself);
        var pool = new BarePool(runtime, typeof(Keeping));
        var name = typeof(Keeping).ToString();
        using var reader = new MeterReader();

        var cache = pool.CreateCache();
        var boxes = Enumerable.Range(0, Calls).Select(_ => cache.Take() ?? new object()).ToList();
        Assert.That(reader.ReadIdle(name), Is.EqualTo((0, 0)), "all in use");
        boxes.ForEach(cache.Put);
        Assert.That(reader.ReadIdle(name), Is.EqualTo((Calls, Calls * BarePool.BytesOfBox)));

        // One box is in the thread's slot. The others fill four magazines (small arrays of boxes): two of the thread, and two in the shared depot.
        Assert.That(reader.ReadAllIdleBeside(name), Is.EqualTo((Calls, Calls * BarePool.BytesOfBox, 4 * BoxesOfMagazine * BarePool.BytesOfBox)));
        Assert.That(reader.ReadIdleOfThreads(name), Is.EqualTo(1 + 2 * BoxesOfMagazine));
        cache.Take();
        cache.Take();
        Assert.That(reader.ReadIdle(name).Boxes, Is.EqualTo(Calls - 2));

        KeepOnThreadsThatEnd(pool, reader, name, Calls - 2);
        Assert.That(reader.ReadIdle(name).Boxes, Is.EqualTo(Calls - 2), "the thread's went with it");
        KeepInAPlugIn(runtime, reader, name, Calls - 2);
        Assert.That(reader.ReadAllIdleBeside(name).Boxes, Is.EqualTo(Calls - 2), "the plug-in's went with it");

        pool.Trim(everything: true);
        Assert.That(reader.ReadAllIdleBeside(name), Is.EqualTo((0, 0, 0)));
        GC.KeepAlive(cache);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void KeepOnThreadsThatEnd(BarePool pool, MeterReader reader, string name, int before)
    {
        Keep();
        Garbage.Collect();

        [MethodImpl(MethodImplOptions.NoInlining)]
        void Keep()
        {
            var cache = pool.CreateCache();
            cache.Put(new object());
            cache.Put(new object());
            Assert.That(reader.ReadIdle(name).Boxes, Is.EqualTo(before + 2));
            GC.KeepAlive(cache);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void KeepInAPlugIn(Assembly runtime, MeterReader reader, string name, int before)
    {
        Keep();
        Garbage.Collect();

        [MethodImpl(MethodImplOptions.NoInlining)]
        void Keep()
        {
            var cache = new BarePool(runtime, typeof(Going), ofPlugIn: true).CreateCache();
            cache.Put(new object());
            Assert.That(reader.ReadAllIdleBeside(name).Boxes, Is.EqualTo(before + 1));
            GC.KeepAlive(cache);
        }
    }

    private sealed class Keeping;

    private sealed class Going;
}
