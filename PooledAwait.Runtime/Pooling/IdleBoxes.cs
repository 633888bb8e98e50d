using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// Detects a box that is put back twice, given to two calls, or resumed while it is idle. The checks are on in debug builds of this library, and if an operator
/// switches them on (<see cref="PoolSwitches.AreBoxesChecked"/>).
/// </summary>
/// <remarks>
/// The exception is thrown in the code that misuses the box, before the box changes. A box that has been rented again is not idle, so misuse by its previous
/// call is not detected. With pooling off, no box is rented again, so all such misuse is detected.
/// </remarks>
internal static class IdleBoxes
{
    /// <summary>For each box: 1 while the box is in its pool, otherwise 0.</summary>
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
    /// <exception cref="InvalidOperationException">The box is in the pool already.</exception>
    public static void Put(object box)
    {
        if (Interlocked.Exchange(ref s_isIdle.GetOrCreateValue(box).Value, 1) != 0)
        {
            Throw(box, "was put back into its pool twice");
        }
    }

    /// <summary>Checks a box that was taken from its pool; does nothing if it is null.</summary>
    /// <exception cref="InvalidOperationException">Another call has already taken the box.</exception>
    public static void Taken(object? box)
    {
        if (box is not null && Interlocked.Exchange(ref s_isIdle.GetOrCreateValue(box).Value, 0) != 1)
        {
            Throw(box, "was taken from its pool twice");
        }
    }

    /// <summary>Checks a box that is about to be resumed.</summary>
    /// <exception cref="InvalidOperationException">The call of the box has ended.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)] // called only with checks on
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
