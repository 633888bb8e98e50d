#if NET8_0_OR_GREATER
using System.ComponentModel;
using System.Diagnostics;

namespace PooledAwait.Runtime;

/// <summary><c>Task.WaitAsync</c> with a ValueTask in place of a task, for callers that await the call at once.</summary>
/// <remarks>
/// <para>
/// Woven code calls these methods in place of <c>Task.WaitAsync</c>. You may also call them yourself, but await the returned ValueTask only once. Results and
/// exceptions are the same as with the base library, even if several arguments are invalid.
/// </para>
/// <para>
/// Every call goes to the base library if a self-test finds that the base library's tasks or boxes have changed, or if one of these runtimeconfig switches is
/// true: <c>PooledAwait.DisableTimedWaits</c>, <c>PooledAwait.DisableWhenAny</c>, <c>PooledAwait.DisableResumptionBox</c>.
/// </para>
/// <para>The methods are thread-safe.</para>
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
[StackTraceHidden]
public static class AwaitedWaitAsync
{
    /// <summary>Returns a ValueTask that completes when a task has completed, or the wait is cancelled.</summary>
    /// <param name="task">The task.</param>
    /// <param name="cancellationToken">Ends the wait, not the task.</param>
    /// <returns>A ValueTask, to be awaited once.</returns>
    /// <exception cref="NullReferenceException"><paramref name="task"/> is null.</exception>
    public static ValueTask WaitAsync(Task task, CancellationToken cancellationToken) =>
        !task.IsCompleted && cancellationToken.CanBeCanceled && TimedWaits.AppliesTo(Timeout.Infinite, cancellationToken)
            ? Of(task, TimedWaits.Infinite, cancellationToken)
            : new ValueTask(task.WaitAsync(cancellationToken));

    /// <summary>Returns a ValueTask that completes when a task has completed, or a time is over.</summary>
    /// <param name="task">The task.</param>
    /// <param name="timeout">The time; a time of -1 millisecond waits forever.</param>
    /// <returns>A ValueTask, to be awaited once. It fails with a TimeoutException if the time ends first.</returns>
    /// <exception cref="NullReferenceException"><paramref name="task"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The time is too long, or is negative but not -1 millisecond.</exception>
    public static ValueTask WaitAsync(Task task, TimeSpan timeout) =>
        !task.IsCompleted && TimedWaits.AppliesTo(timeout, CancellationToken.None, out var milliseconds) && milliseconds != TimedWaits.Infinite
            ? Of(task, milliseconds, CancellationToken.None)
            : new ValueTask(task.WaitAsync(timeout));

    /// <summary>Returns a ValueTask that completes when a task has completed, a time is over, or the wait is cancelled.</summary>
    /// <param name="task">The task.</param>
    /// <param name="timeout">The time; a time of -1 millisecond waits forever.</param>
    /// <param name="cancellationToken">Ends the wait, not the task.</param>
    /// <returns>A ValueTask, to be awaited once. It fails with a TimeoutException if the time ends first.</returns>
    /// <exception cref="NullReferenceException"><paramref name="task"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The time is too long, or is negative but not -1 millisecond.</exception>
    public static ValueTask WaitAsync(Task task, TimeSpan timeout, CancellationToken cancellationToken) =>
        !task.IsCompleted && TimedWaits.AppliesTo(timeout, cancellationToken, out var milliseconds) && TimedWaits.CanEnd(milliseconds, cancellationToken)
            ? Of(task, milliseconds, cancellationToken)
            : new ValueTask(task.WaitAsync(timeout, cancellationToken));

    /// <summary>Returns a ValueTask that completes when a task has completed, or a time is over.</summary>
    /// <param name="task">The task.</param>
    /// <param name="timeout">The time; a time of -1 millisecond waits forever.</param>
    /// <param name="timeProvider">The clock. If it is not the system's, the call goes to the base library.</param>
    /// <returns>A ValueTask, to be awaited once. It fails with a TimeoutException if the time ends first.</returns>
    /// <exception cref="NullReferenceException"><paramref name="task"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The time is too long, or is negative but not -1 millisecond.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="timeProvider"/> is null.</exception>
    public static ValueTask WaitAsync(Task task, TimeSpan timeout, TimeProvider timeProvider) =>
        timeProvider == TimeProvider.System ? WaitAsync(task, timeout) : new ValueTask(task.WaitAsync(timeout, timeProvider));

    /// <summary>Returns a ValueTask that completes when a task has completed, a time is over, or the wait is cancelled.</summary>
    /// <param name="task">The task.</param>
    /// <param name="timeout">The time; a time of -1 millisecond waits forever.</param>
    /// <param name="timeProvider">The clock. If it is not the system's, the call goes to the base library.</param>
    /// <param name="cancellationToken">Ends the wait, not the task.</param>
    /// <returns>A ValueTask, to be awaited once. It fails with a TimeoutException if the time ends first.</returns>
    /// <exception cref="NullReferenceException"><paramref name="task"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The time is too long, or is negative but not -1 millisecond.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="timeProvider"/> is null.</exception>
    public static ValueTask WaitAsync(Task task, TimeSpan timeout, TimeProvider timeProvider, CancellationToken cancellationToken) =>
        timeProvider == TimeProvider.System
            ? WaitAsync(task, timeout, cancellationToken)
            : new ValueTask(task.WaitAsync(timeout, timeProvider, cancellationToken));

    /// <summary>Returns a ValueTask that completes when a task has completed, or the wait is cancelled.</summary>
    /// <typeparam name="TResult">The type of the task's result.</typeparam>
    /// <param name="task">The task.</param>
    /// <param name="cancellationToken">Ends the wait, not the task.</param>
    /// <returns>A ValueTask, to be awaited once.</returns>
    /// <exception cref="NullReferenceException"><paramref name="task"/> is null.</exception>
    public static ValueTask<TResult> WaitAsync<TResult>(Task<TResult> task, CancellationToken cancellationToken) =>
        !task.IsCompleted && cancellationToken.CanBeCanceled && TimedWaits.AppliesTo(Timeout.Infinite, cancellationToken)
            ? Of(task, TimedWaits.Infinite, cancellationToken)
            : new ValueTask<TResult>(task.WaitAsync(cancellationToken));

    /// <summary>Returns a ValueTask that completes when a task has completed, or a time is over.</summary>
    /// <typeparam name="TResult">The type of the task's result.</typeparam>
    /// <param name="task">The task.</param>
    /// <param name="timeout">The time; a time of -1 millisecond waits forever.</param>
    /// <returns>A ValueTask, to be awaited once. It fails with a TimeoutException if the time ends first.</returns>
    /// <exception cref="NullReferenceException"><paramref name="task"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The time is too long, or is negative but not -1 millisecond.</exception>
    public static ValueTask<TResult> WaitAsync<TResult>(Task<TResult> task, TimeSpan timeout) =>
        !task.IsCompleted && TimedWaits.AppliesTo(timeout, CancellationToken.None, out var milliseconds) && milliseconds != TimedWaits.Infinite
            ? Of(task, milliseconds, CancellationToken.None)
            : new ValueTask<TResult>(task.WaitAsync(timeout));

    /// <summary>Returns a ValueTask that completes when a task has completed, a time is over, or the wait is cancelled.</summary>
    /// <typeparam name="TResult">The type of the task's result.</typeparam>
    /// <param name="task">The task.</param>
    /// <param name="timeout">The time; a time of -1 millisecond waits forever.</param>
    /// <param name="cancellationToken">Ends the wait, not the task.</param>
    /// <returns>A ValueTask, to be awaited once. It fails with a TimeoutException if the time ends first.</returns>
    /// <exception cref="NullReferenceException"><paramref name="task"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The time is too long, or is negative but not -1 millisecond.</exception>
    public static ValueTask<TResult> WaitAsync<TResult>(Task<TResult> task, TimeSpan timeout, CancellationToken cancellationToken) =>
        !task.IsCompleted && TimedWaits.AppliesTo(timeout, cancellationToken, out var milliseconds) && TimedWaits.CanEnd(milliseconds, cancellationToken)
            ? Of(task, milliseconds, cancellationToken)
            : new ValueTask<TResult>(task.WaitAsync(timeout, cancellationToken));

    /// <summary>Returns a ValueTask that completes when a task has completed, or a time is over.</summary>
    /// <typeparam name="TResult">The type of the task's result.</typeparam>
    /// <param name="task">The task.</param>
    /// <param name="timeout">The time; a time of -1 millisecond waits forever.</param>
    /// <param name="timeProvider">The clock. If it is not the system's, the call goes to the base library.</param>
    /// <returns>A ValueTask, to be awaited once. It fails with a TimeoutException if the time ends first.</returns>
    /// <exception cref="NullReferenceException"><paramref name="task"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The time is too long, or is negative but not -1 millisecond.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="timeProvider"/> is null.</exception>
    public static ValueTask<TResult> WaitAsync<TResult>(Task<TResult> task, TimeSpan timeout, TimeProvider timeProvider) =>
        timeProvider == TimeProvider.System ? WaitAsync(task, timeout) : new ValueTask<TResult>(task.WaitAsync(timeout, timeProvider));

    /// <summary>Returns a ValueTask that completes when a task has completed, a time is over, or the wait is cancelled.</summary>
    /// <typeparam name="TResult">The type of the task's result.</typeparam>
    /// <param name="task">The task.</param>
    /// <param name="timeout">The time; a time of -1 millisecond waits forever.</param>
    /// <param name="timeProvider">The clock. If it is not the system's, the call goes to the base library.</param>
    /// <param name="cancellationToken">Ends the wait, not the task.</param>
    /// <returns>A ValueTask, to be awaited once. It fails with a TimeoutException if the time ends first.</returns>
    /// <exception cref="NullReferenceException"><paramref name="task"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The time is too long, or is negative but not -1 millisecond.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="timeProvider"/> is null.</exception>
    public static ValueTask<TResult> WaitAsync<TResult>(Task<TResult> task, TimeSpan timeout, TimeProvider timeProvider, CancellationToken cancellationToken) =>
        timeProvider == TimeProvider.System
            ? WaitAsync(task, timeout, cancellationToken)
            : new ValueTask<TResult>(task.WaitAsync(timeout, timeProvider, cancellationToken));

    private static ValueTask Of(Task task, uint milliseconds, CancellationToken token) =>
        WaitAsyncPromise<VoidResult>.TryCreate(task, milliseconds, token, out var ticket) is { } promise
            ? new ValueTask(promise, ticket)
            : new ValueTask(task);

    private static ValueTask<TResult> Of<TResult>(Task<TResult> task, uint milliseconds, CancellationToken token) =>
        WaitAsyncPromise<TResult>.TryCreate(task, milliseconds, token, out var ticket) is { } promise
            ? new ValueTask<TResult>(promise, ticket)
            : new ValueTask<TResult>(task);
}
#endif
