using System.Reflection;
using Tests.Compilation;
using Tests.Interleaving;

namespace Tests.Pooling.Interleaving;

/// <summary>
/// A small pool, whose magazines (arrays of idle boxes) hold two boxes. The pool's threads and its trimmer call <see cref="Schedule.Point"/> before each step
/// that other threads can see. Only the test trims the pool.
/// </summary>
/// <remarks>
/// Asserts two claims of the comments in PooledAwait.Runtime. A thread and the trimmer never use the thread's slots at the same time. The depot, which all
/// threads share, never has more boxes than its bound.
/// </remarks>
public sealed class SteppedPool
{
    /// <summary>The number of boxes that all threads may share.</summary>
    public const int MaximumBoxes = 4;

    /// <summary>The limit for the bytes of the boxes in magazines.</summary>
    public const int MaximumBytes = 4 * BytesOfMagazine;

    /// <summary>The bytes of a full magazine.</summary>
    public const int BytesOfMagazine = 2 * BarePool.BytesOfBox;

    private const string StepsOfPools =
        """
        using Tests.Interleaving;
        namespace PooledAwait.Runtime;

        internal static class Pooled
        {
            private static readonly Dictionary<object, int> s_owners = [];

            /// <summary>A thread begins to use what is guarded.</summary>
            public static void Enter(object guarded)
            {
                var thread = Environment.CurrentManagedThreadId;
                if (s_owners.GetValueOrDefault(guarded, thread) != thread)
                {
                    throw new InvalidOperationException("Two threads are at the same slots.");
                }

                s_owners[guarded] = thread;
                Schedule.Point();
            }

            /// <summary>Records that the thread no longer uses the guarded object.</summary>
            public static void Leave(object guarded)
            {
                if (s_owners.GetValueOrDefault(guarded) == Environment.CurrentManagedThreadId)
                {
                    s_owners.Remove(guarded);
                }
            }

            public static void Reset() => s_owners.Clear();
        }

        internal static class Interlocked
        {
            public static int CompareExchange(ref int location, int value, int comparand)
            {
                Schedule.Point();
                Schedule.Fence();
                return System.Threading.Interlocked.CompareExchange(ref location, value, comparand);
            }

            public static long Add(ref long location, long value) => location += value;

            public static int Add(ref int location, int value) => location += value;

            public static int And(ref int location, int value) => location &= value;

            public static int Exchange(ref int location, int value) => System.Threading.Interlocked.Exchange(ref location, value);

            public static T Exchange<T>(ref T location, T value) where T : class? => System.Threading.Interlocked.Exchange(ref location, value);

            public static void MemoryBarrierProcessWide()
            {
                Schedule.Point();
                Schedule.FenceAll();
            }
        }

        internal static class Volatile
        {
            public static int Read(ref int location)
            {
                Schedule.Point();
                return location;
            }

            public static void Write(ref int location, int value)
            {
                Schedule.Point();
                location = value;
            }

            public static long Read(ref long location) => location;

            public static bool Read(ref bool location)
            {
                Schedule.Point();
                return location;
            }

            public static void Write(ref bool location, bool value) => location = value;

            public static T Read<T>(ref T location) where T : class? => location;

            public static void Write<T>(ref T location, T value) where T : class? => location = value;
        }

        internal struct SpinLock
        {
            private bool _isHeld;

            public SpinLock(bool enableThreadOwnerTracking)
            {
            }

            public void Enter(ref bool taken)
            {
                Schedule.Point();
                Schedule.Fence();
                while (_isHeld)
                {
                    Schedule.Wait();
                }

                _isHeld = taken = true;
            }

            public void Exit(bool useMemoryBarrier)
            {
                Schedule.Point();
                _isHeld = false;
            }
        }
        """;

    private readonly Assembly _runtime;

    private SteppedPool(RuntimeVariant variant)
    {
        _runtime = variant.Load();
        AppContext.SetData("PooledAwait.MaximumBytes", MaximumBytes);
        BarePool.Configure(_runtime, MaximumBoxes);
        AppContext.SetData("PooledAwait.MaximumBytes", null);
    }

    /// <summary>The runtime's own count of the bytes that its pools keep.</summary>
    public long IdleBytes => (long)_runtime.GetType("PooledAwait.Runtime.PoolBytes", throwOnError: true)!.GetProperty("Sum")!.GetValue(null)!;

    /// <summary>
    /// Creates a pool that may keep only its allowance: twice its peak of boxes in use. (Real pools may keep 100 KB more, all together.) So a trim may have to
    /// empty a thread's slots.
    /// </summary>
    public static SteppedPool CreateThatAllowsNothing() =>
        new(Stepped(new RuntimeVariant().ReplaceOnce("IdleExcess.cs", "AlwaysAllowedBytes = 100_000", "AlwaysAllowedBytes = 0"), storesLater: true));

    /// <summary>Creates the library's pool, without a fault.</summary>
    /// <param name="storesLater">
    /// Whether the store that marks a thread as busy may wait in a store buffer. If false, all threads see the store at once, and fewer orders must be tried.
    /// </param>
    public static SteppedPool Create(bool storesLater) => new(Stepped(new RuntimeVariant(), storesLater));

    /// <summary>Creates the library's pool, but with magazines that become large after the depot has got its first magazine.</summary>
    public static SteppedPool CreateThatGrows() => new(Growing(new RuntimeVariant()));

    /// <summary>Creates a faulty pool whose magazines become large.</summary>
    public static SteppedPool CreateFaultyThatGrows(string file, string text, string replacement) => new(Growing(new RuntimeVariant().ReplaceOnce(file, text, replacement)));

    /// <summary>Creates a faulty pool.</summary>
    public static SteppedPool CreateFaulty(bool storesLater, string file, string text, string replacement) =>
        new(Stepped(new RuntimeVariant().ReplaceOnce(file, text, replacement), storesLater));

    /// <summary>Creates an unused pool, and makes this runtime forget all other pools and threads.</summary>
    public BarePool CreatePool()
    {
        Clear("AllThreads", "s_slots");
        Clear("PoolTrimmer", "s_depots");
        _runtime.GetType("PooledAwait.Runtime.Pooled", throwOnError: true)!.GetMethod("Reset")!.Invoke(null, null);
        return new BarePool(_runtime, typeof(SteppedPool), ofPlugIn: true);
    }

    private void Clear(string type, string list)
    {
        var field = _runtime.GetType($"PooledAwait.Runtime.{type}", throwOnError: true)!.GetField(list, BindingFlags.NonPublic | BindingFlags.Static)!;
        field.FieldType.GetMethod("Clear")!.Invoke(field.GetValue(null), null);
    }

    private static RuntimeVariant Growing(RuntimeVariant variant) => Stepped(
        variant.ReplaceOnce("Depot.cs", "ManyFilled = 8_192", "ManyFilled = 1").ReplaceOnce("Magazine.cs", "LargeCapacity = 32", "LargeCapacity = 4"), storesLater: false);

    private static RuntimeVariant Stepped(RuntimeVariant variant, bool storesLater) => variant
        .Add("StepsOfPools.cs", StepsOfPools)
        .ReplaceOnce("Magazine.cs", "SmallCapacity = 4", "SmallCapacity = 2")
        .ReplaceOnce("PoolTrimmer.cs", "_ = new CollectionListener();", "")
        .ReplaceOnce("PoolBytes.cs", "if (Interlocked.Add(", "Schedule.Point(); if (Interlocked.Add(")
        .ReplaceOnce("PoolBytes.cs", "namespace", "using Tests.Interleaving;\nnamespace")
        .Replace("ThreadSlots.cs", "Volatile.Write(ref _busy, true);", storesLater ? "Schedule.StoreLater(() => _busy = true);" : "_busy = true;")
        .Replace("ThreadSlots.cs", "Volatile.Write(ref _busy, false);", $"Pooled.Leave(this); {(storesLater ? "Schedule.StoreLater(() => _busy = false);" : "_busy = false;")}")
        .ReplaceOnce("ThreadSlots.cs", "box = slots[number].Take(depot);", "Pooled.Enter(this); box = slots[number].Take(depot);")
        .ReplaceOnce("ThreadSlots.cs", "            slots[number].Put(depot, box);", "Pooled.Enter(this); slots[number].Put(depot, box);")
        .Replace("ThreadSlots.cs", "ref var slot = ref Grow(number);", "Pooled.Enter(this); ref var slot = ref Grow(number);")
        .ReplaceOnce("ThreadSlots.cs", "TrimSlots(everything: request == AskedForAll);", "Pooled.Enter(this); TrimSlots(everything: request == AskedForAll);")
        .ReplaceOnce("ThreadSlots.cs", "        TrimSlots(everything: true);\n        PassCountsOn();", "Pooled.Enter(this); TrimSlots(everything: true); PassCountsOn(); Pooled.Leave(this);")
        .ReplaceOnce("ThreadSlots.cs", "using System.Runtime.CompilerServices;", "using System.Runtime.CompilerServices; using Tests.Interleaving;")
        .ReplaceOnce("Depot.cs", "_mostBoxes = Math.Max(_mostBoxes, _boxes);", "_mostBoxes = Math.Max(_mostBoxes, _boxes); if (_boxes > _maximumBoxes) { _lock.Exit(useMemoryBarrier: false); throw new InvalidOperationException(\"The depot has too many boxes.\"); }");
}
