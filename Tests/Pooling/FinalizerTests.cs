using System.Reflection;
using System.Runtime.CompilerServices;
using Tests.Compilation;

namespace Tests.Pooling;

/// <summary>
/// An exception in a finalizer ends the process, so finalizers must not throw, even if memory runs out. The tests call the finalizers themselves. A class that
/// stands in for <c>GC</c> throws, but only on the test's thread.
/// </summary>
[Thorough]
[Alone]
public static class FinalizerTests
{
    private const int NeverByItself = 1_000_000;

    /// <summary>Replaces System.GC in the runtime's code, because the compiler prefers a class of the code's own namespace.</summary>
    private const string Failing =
        """
        namespace PooledAwait.Runtime;

        internal static class GC
        {
            [ThreadStatic]
            public static string? Fails;

            public static int CollectionCount(int generation)
            {
                ThrowIf("CollectionCount");

                // So that there was a collection whenever the test asks.
                return Fails is null ? System.GC.CollectionCount(generation) : -Environment.TickCount;
            }

            public static GCMemoryInfo GetGCMemoryInfo()
            {
                ThrowIf("GetGCMemoryInfo");
                return System.GC.GetGCMemoryInfo();
            }

            public static void SuppressFinalize(object obj) => System.GC.SuppressFinalize(obj);

            public static void ReRegisterForFinalize(object obj)
            {
                ThrowIf("ReRegisterForFinalize");
                System.GC.ReRegisterForFinalize(obj);
            }

            private static void ThrowIf(string what)
            {
                if (Fails == what)
                {
                    throw new OutOfMemoryException(what);
                }
            }
        }
        """;

    [TestCase("CollectionCount")]
    [TestCase("ReRegisterForFinalize")]
    [TestCase("GetGCMemoryInfo")]
    public static void What_trims_throws_nothing(string failing)
    {
        var runtime = Load();
        var finalize = Finalizer(MakeListener(runtime));
        Assert.That(() => Fails(runtime, failing, finalize), Throws.Nothing);
    }

    [Test]
    public static void Where_memory_does_not_suffice_to_ask_how_much_there_is_everything_is_trimmed()
    {
        var runtime = Load();
        var pool = new BarePool(runtime, typeof(FinalizerTests));
        var cache = pool.CreateCache();
        cache.Put(new object());
        Fails(runtime, "GetGCMemoryInfo", Finalizer(MakeListener(runtime)));
        Assert.That(pool.Read().Trimmed, Is.EqualTo(1));
        GC.KeepAlive(cache);
    }

    [Test]
    public static void The_slots_of_a_thread_that_has_ended_throw_nothing_and_its_boxes_are_garbage()
    {
        var runtime = Load();
        var pool = new BarePool(runtime, typeof(FinalizerTests));
        var boxes = new MarkedBox.Tally();
        Finalize(pool, boxes);
        Garbage.Collect();
        Assert.That(boxes.Living, Is.Zero);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Finalize(BarePool pool, MarkedBox.Tally boxes)
    {
        var cache = pool.CreateCache();
        cache.Put(new MarkedBox(boxes));
        GC.SuppressFinalize(cache.Slots);
        Assert.That(Finalizer(cache.Slots), Throws.Nothing);
        Assert.That(boxes.Living, Is.EqualTo(1));
        GC.KeepAlive(cache);
    }

    private static Assembly Load()
    {
        var runtime = new RuntimeVariant().Add("Failing.cs", Failing).Load();
        BarePool.Configure(runtime, bound: 100, NeverByItself);
        RuntimeHelpers.RunClassConstructor(Type(runtime, "PoolTrimmer").TypeHandle);
        return runtime;
    }

    /// <summary>Makes a second collection listener, like the library's own listener. Only the test runs its finalizer.</summary>
    private static object MakeListener(Assembly runtime)
    {
        var listener = Activator.CreateInstance(Type(runtime, "PoolTrimmer+CollectionListener"))!;
        GC.SuppressFinalize(listener);
        return listener;
    }

    private static Action Finalizer(object target) =>
        target.GetType().GetMethod("Finalize", BindingFlags.Instance | BindingFlags.NonPublic)!.CreateDelegate<Action>(target);

    private static void Fails(Assembly runtime, string what, Action run)
    {
        var fails = Type(runtime, "GC").GetField("Fails")!;
        fails.SetValue(null, what);
        try
        {
            run();
        }
        finally
        {
            fails.SetValue(null, null);
        }
    }

    private static Type Type(Assembly runtime, string name) => runtime.GetType($"PooledAwait.Runtime.{name}", throwOnError: true)!;
}
