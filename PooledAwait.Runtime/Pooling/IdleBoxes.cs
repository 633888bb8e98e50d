using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// Notices a box that is put back twice, handed to two calls, or resumed while it is idle: in debug builds of this library, and if an operator asks for it (<see cref="PoolSwitches.AreBoxesChecked"/>).
/// </summary>
/// <remarks>
/// It throws an exception in the code that does so, before anything has happened to the box. If a box has been rented again, it is not idle, and nothing is noticed. With pooling off, no box is rented again.
/// </remarks>
internal static class IdleBoxes
{
    /// <summary>1 while a box is in its pool.</summary>
    private static readonly ConditionalWeakTable<object, StrongBox<int>> s_isIdle = new();

    public static bool IsDebugBuild =>
#if DEBUG
        true;
#else
        false;
#endif

    [Conditional("DEBUG")]
    public static void AssertPut(object box) => Put(box);

    [Conditional("DEBUG")]
    public static void AssertTaken(object? box) => Taken(box);

    /// <summary>Checks a box that is about to be put into its pool.</summary>
    /// <exception cref="InvalidOperationException">It is there already.</exception>
    public static void Put(object box)
    {
        if (Interlocked.Exchange(ref s_isIdle.GetOrCreateValue(box).Value, 1) != 0)
        {
            Throw(box, "was put back into its pool twice");
        }
    }

    /// <summary>Checks a box that was taken from its pool; null if there was none.</summary>
    /// <exception cref="InvalidOperationException">It was taken before.</exception>
    public static void Taken(object? box)
    {
        if (box is not null && Interlocked.Exchange(ref s_isIdle.GetOrCreateValue(box).Value, 0) != 1)
        {
            Throw(box, "was taken from its pool twice");
        }
    }

    /// <summary>Checks a box that is about to be resumed.</summary>
    /// <exception cref="InvalidOperationException">Its call has ended.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare: in no box that runs as it is used
    public static void ThrowIfIdle(StateMachineBox box)
    {
        if (s_isIdle.TryGetValue(box, out var isIdle) && Volatile.Read(ref isIdle.Value) != 0)
        {
            Throw(box, "was resumed after its call had ended");
        }
    }

    [DoesNotReturn]
    private static void Throw(object box, string what) =>
        throw new InvalidOperationException($"A box of {(box is StateMachineBox { StateMachineType: var machine } ? AsyncMethodName.Of(machine) : box.GetType().ToString())} {what}.");
}
