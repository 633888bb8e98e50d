using System.ComponentModel;
using System.Diagnostics;

namespace PooledAwait.Runtime;

/// <summary><c>Task.Delay</c> with a ValueTask in place of a task, for callers that await the call at once.</summary>
/// <remarks>
/// <para>
/// Woven code calls these methods in place of <c>Task.Delay</c>. You may also call them yourself, but await the returned ValueTask only once. Results and
/// exceptions are the same as with the base library, even if several arguments are invalid.
/// </para>
/// <para>
/// On frameworks older than .NET 8, every call goes to the base library. From .NET 8 on, every call goes there if a self-test finds that the base library's
/// tasks or boxes have changed, or if one of these runtimeconfig switches is true: <c>PooledAwait.DisableTimedWaits</c>, <c>PooledAwait.DisableWhenAny</c>,
/// <c>PooledAwait.DisableResumptionBox</c>.
/// </para>
/// <para>The methods are thread-safe.</para>
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
[StackTraceHidden]
public static class AwaitedDelay
{
    /// <summary>Returns a ValueTask that completes after a time.</summary>
    /// <param name="millisecondsDelay">The time in milliseconds; -1 waits forever.</param>
    /// <returns>A ValueTask, to be awaited once.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The time is negative, but not -1.</exception>
    public static ValueTask Delay(int millisecondsDelay)
    {
#if NET8_0_OR_GREATER
        if (millisecondsDelay > 0 && TimedWaits.IsSupported)
        {
            return DelayPromise.Create((uint)millisecondsDelay, CancellationToken.None);
        }
#endif
        return new ValueTask(Task.Delay(millisecondsDelay));
    }

    /// <summary>Returns a ValueTask that completes after a time.</summary>
    /// <param name="delay">The time; a time of -1 millisecond waits forever.</param>
    /// <returns>A ValueTask, to be awaited once.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The time is too long, or is negative but not -1 millisecond.</exception>
    public static ValueTask Delay(TimeSpan delay)
    {
#if NET8_0_OR_GREATER
        if (TimedWaits.AppliesTo(delay, CancellationToken.None, out var milliseconds) && milliseconds != TimedWaits.Infinite)
        {
            return DelayPromise.Create(milliseconds, CancellationToken.None);
        }
#endif
        return new ValueTask(Task.Delay(delay));
    }

    /// <summary>Returns a ValueTask that completes after a time, or is cancelled before.</summary>
    /// <param name="millisecondsDelay">The time in milliseconds; -1 waits forever.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>A ValueTask, to be awaited once.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The time is negative, but not -1.</exception>
    public static ValueTask Delay(int millisecondsDelay, CancellationToken cancellationToken)
    {
#if NET8_0_OR_GREATER
        if (TimedWaits.AppliesTo(millisecondsDelay, cancellationToken) && TimedWaits.CanEnd((uint)millisecondsDelay, cancellationToken))
        {
            return DelayPromise.Create((uint)millisecondsDelay, cancellationToken);
        }
#endif
        return new ValueTask(Task.Delay(millisecondsDelay, cancellationToken));
    }

    /// <summary>Returns a ValueTask that completes after a time, or is cancelled before.</summary>
    /// <param name="delay">The time; a time of -1 millisecond waits forever.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>A ValueTask, to be awaited once.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The time is too long, or is negative but not -1 millisecond.</exception>
    public static ValueTask Delay(TimeSpan delay, CancellationToken cancellationToken)
    {
#if NET8_0_OR_GREATER
        if (TimedWaits.AppliesTo(delay, cancellationToken, out var milliseconds) && TimedWaits.CanEnd(milliseconds, cancellationToken))
        {
            return DelayPromise.Create(milliseconds, cancellationToken);
        }
#endif
        return new ValueTask(Task.Delay(delay, cancellationToken));
    }

#if NET8_0_OR_GREATER
    /// <summary>Returns a ValueTask that completes after a time.</summary>
    /// <param name="delay">The time; a time of -1 millisecond waits forever.</param>
    /// <param name="timeProvider">The clock. If it is not the system's, the call goes to the base library.</param>
    /// <returns>A ValueTask, to be awaited once.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The time is too long, or is negative but not -1 millisecond.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="timeProvider"/> is null.</exception>
    public static ValueTask Delay(TimeSpan delay, TimeProvider timeProvider) =>
        timeProvider == TimeProvider.System ? Delay(delay) : new ValueTask(Task.Delay(delay, timeProvider));

    /// <summary>Returns a ValueTask that completes after a time, or is cancelled before.</summary>
    /// <param name="delay">The time; a time of -1 millisecond waits forever.</param>
    /// <param name="timeProvider">The clock. If it is not the system's, the call goes to the base library.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>A ValueTask, to be awaited once.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The time is too long, or is negative but not -1 millisecond.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="timeProvider"/> is null.</exception>
    public static ValueTask Delay(TimeSpan delay, TimeProvider timeProvider, CancellationToken cancellationToken) =>
        timeProvider == TimeProvider.System ? Delay(delay, cancellationToken) : new ValueTask(Task.Delay(delay, timeProvider, cancellationToken));
#endif
}
