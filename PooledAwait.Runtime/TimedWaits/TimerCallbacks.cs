#if NET8_0_OR_GREATER
extern alias BaseLibrary;

using System.Runtime.CompilerServices;
using BaseLibrary::System.Threading;

namespace PooledAwait.Runtime;

/// <summary>
/// Uses internal members of the base library to read whether a timer's callback has been queued. <c>CancellationTokenSource.TryReset</c> relies on the same
/// members.
/// </summary>
internal static class TimerCallbacks
{
    private const uint ProbeMilliseconds = 1;

    /// <summary>
    /// A timer that tests the members when it fires. The first use of this class cannot run the test itself, because that use would have to wait until the
    /// timer fires.
    /// </summary>
    private static readonly Timer s_probe = StoppedTimer.Make(static _ => IsExact = Fallback.Timers.Decide(PassesSelfTest), null);

    /// <summary>
    /// Starts the test on a pool thread, because starting a timer waits for a lock. On the program's own thread, an interrupt could end that wait with an
    /// exception. Then this constructor would fail, and the class would be unusable for good.
    /// </summary>
    static TimerCallbacks() => ThreadPool.UnsafeQueueUserWorkItem(static _ => s_probe.Change(ProbeMilliseconds, TimedWaits.Infinite), null);

    /// <summary>True as soon as the test has passed. Then the result of <see cref="WasQueued"/> is reliable.</summary>
    public static bool IsExact { get; private set; }

    // If the base library lacks a type or a member, the JIT cannot compile the following methods. So they are never inlined into methods that must always
    // compile.

    /// <summary>Returns a timer's internal object, which is the argument of the methods below.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static object Of(Timer timer) => HolderOf(timer)._timer;

    /// <summary>Clears the record of earlier callbacks. The timer must be stopped, and the caller must know that no earlier callback will still come.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Forget(object timer) => Unsafe.As<TimerQueueTimer>(timer)._everQueued = false;

    /// <summary>Returns whether a callback was queued since the last call of <see cref="Forget"/>.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static bool WasQueued(object timer) => Unsafe.As<TimerQueueTimer>(timer)._everQueued;

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_timer")]
    private static extern ref TimerHolder HolderOf(Timer timer);

    private static bool PassesSelfTest()
    {
        using var stopped = StoppedTimer.Make(static _ => { }, null);
        var fired = Of(s_probe);
        var isQueued = WasQueued(fired);
        Forget(fired);
        return isQueued && !WasQueued(fired) && !WasQueued(Of(stopped));
    }
}
#endif
