using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// The continuation for awaiters from outside the base library. It belongs to one call, and never resumes a later call that uses the same box.
/// </summary>
/// <remarks>
/// <para>
/// An awaiter from outside the base library may invoke its continuation a second time, for example because a handler was not removed from an event. So each
/// call has its own continuation, as with the default builder.
/// </para>
/// <para>
/// Each registration arms the continuation. The first invocation disarms it atomically. So no invocation resumes a machine that is not suspended. A late
/// invocation, on any thread, never reaches a box that another call has rented since.
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

    /// <summary>Makes the delegate for one call. The continuation object exists only as the delegate's target.</summary>
    public static Action Create() => new CallContinuation().Resume;

    /// <summary>Permits a delegate to resume a box once.</summary>
    /// <param name="continuation">The delegate that <see cref="Create"/> returned.</param>
    /// <param name="box">The box, which already holds the captured context.</param>
    public static void Arm(Action continuation, StateMachineBox box) => Volatile.Write(ref Of(continuation)._box, box);

    /// <summary>Makes a delegate do nothing from now on.</summary>
    /// <param name="continuation">The delegate that <see cref="Create"/> returned.</param>
    public static void Disarm(Action continuation) => Volatile.Write(ref Of(continuation)._box, null);

    private static CallContinuation Of(Action continuation) => Unsafe.As<CallContinuation>(continuation.Target!);

    private void Resume() => Interlocked.Exchange(ref _box, null)?.MoveNextUnderContext();
}
