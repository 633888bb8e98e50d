using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// What an awaiter that is not the base library's is given to invoke: the continuation of one call, and never of another that has its box
/// later.
/// </summary>
/// <remarks>
/// <para>
/// Nothing keeps such an awaiter from invoking what it was given a second time: an event does, from which nobody unsubscribes. The default
/// builder's delegate belongs to one call, and so does this. It is made once for the call and dropped with it.
/// </para>
/// <para>
/// Each registration arms it and whoever invokes it first disarms it, atomically. So nobody moves a machine that is not suspended, and
/// nobody who comes late, from whatever thread, has a box in hands that others have rented since.
/// </para>
/// </remarks>
[StackTraceHidden]
internal sealed class CallContinuation
{
    /// <summary>The box to resume; null while the call is not suspended by way of this.</summary>
    private StateMachineBox? _box;

    private CallContinuation()
    {
    }

    /// <summary>Makes the delegate for one call. Its target is all that there is of it.</summary>
    public static Action Create() => new CallContinuation().Resume;

    /// <summary>Lets a delegate resume a box once.</summary>
    /// <param name="continuation">What <see cref="Create"/> returned.</param>
    /// <param name="box">The box, with the context that was captured for it.</param>
    public static void Arm(Action continuation, StateMachineBox box) => Volatile.Write(ref Of(continuation)._box, box);

    /// <summary>Makes a delegate do nothing from now on.</summary>
    /// <param name="continuation">What <see cref="Create"/> returned.</param>
    public static void Disarm(Action continuation) => Volatile.Write(ref Of(continuation)._box, null);

    private static CallContinuation Of(Action continuation) => Unsafe.As<CallContinuation>(continuation.Target!);

    private void Resume() => Interlocked.Exchange(ref _box, null)?.MoveNextUnderContext();
}
