using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// The continuation that awaiters other than the base library's get to invoke. It belongs to one call, and never resumes another call that has the same box
/// later.
/// </summary>
/// <remarks>
/// <para>
/// Such an awaiter may invoke its continuation a second time, like an event that nobody unsubscribed from. The default
/// builder's delegate belongs to one call, and so does this one. It is made once for the call and dropped with it.
/// </para>
/// <para>
/// Each registration arms it, and the first invocation disarms it, atomically. So no invocation moves a machine that is not suspended.
/// And no late invocation, on whatever thread, gets hold of a box that another call has rented since.
/// </para>
/// </remarks>
[StackTraceHidden]
internal sealed class CallContinuation
{
    /// <summary>The box to resume; null while the call is not suspended with this continuation.</summary>
    private StateMachineBox? _box;

    private CallContinuation()
    {
    }

    /// <summary>Makes the delegate for one call. The continuation object exists only as its target.</summary>
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
