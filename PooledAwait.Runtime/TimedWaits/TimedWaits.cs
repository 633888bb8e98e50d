#if NET8_0_OR_GREATER
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// Decides whether this library or the base library handles a call with a time. For invalid arguments, the base library throws its usual exceptions.
/// </summary>
internal static class TimedWaits
{
    /// <summary>The milliseconds of a time that never ends. (The base library's constant is internal.)</summary>
    public const uint Infinite = uint.MaxValue;

    /// <summary>
    /// False if the base library's tasks are not as expected, or if the runtimeconfig switch <c>PooledAwait.DisableTimedWaits</c> is true. Also false if the
    /// specialised WhenAny or the base library's continuations are not in use. If false, the base library handles every call.
    /// </summary>
    public static readonly bool IsSupported = Fallback.TimedWaits.Decide(TimedWaitsSelfTest.Passes, offSwitch: "PooledAwait.DisableTimedWaits") &&
        (TaskContinuations.IsSupported || Fallback.TimedWaits.FallBack("when-any", "They need the specialised WhenAny.")) &&
        (BaseLibraryContinuation.IsSupported || Fallback.TimedWaits.FallBack("continuations", "They need the base library's continuations."));

    /// <summary>
    /// Returns whether this library handles a wait for a time and a token. The base library handles waits that are already over, and invalid times.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AppliesTo(int milliseconds, CancellationToken token) =>
        milliseconds is (> 0 or Timeout.Infinite) && !token.IsCancellationRequested && IsSupported;

    /// <inheritdoc cref="AppliesTo(int, CancellationToken)"/>
    /// <param name="time">The time.</param>
    /// <param name="token">The token.</param>
    /// <param name="milliseconds">The time in milliseconds, rounded as in the base library.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AppliesTo(TimeSpan time, CancellationToken token, out uint milliseconds)
    {
        const uint LongestMilliseconds = Infinite - 1;
        var rounded = (long)time.TotalMilliseconds;
        milliseconds = (uint)rounded;
        return rounded is (> 0 and <= LongestMilliseconds) or Timeout.Infinite && !token.IsCancellationRequested && IsSupported;
    }

    /// <summary>Returns whether a wait can end. It can end if it has a time, or if its token can be cancelled.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool CanEnd(uint milliseconds, CancellationToken token) => milliseconds != TimedWaits.Infinite || token.CanBeCanceled;
}
#endif
