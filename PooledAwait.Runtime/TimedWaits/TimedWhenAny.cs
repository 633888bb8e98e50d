using System.ComponentModel;
using System.Diagnostics;

namespace PooledAwait.Runtime;

/// <summary><c>Task.WhenAny</c> over two to four tasks, some of which are delays, for callers that await the call at once.</summary>
/// <remarks>
/// <para>
/// Woven code calls these methods in place of <c>Task.Delay</c> and <c>Task.WhenAny</c>. Do not call them yourself. A task that Delay returns must be passed to
/// WhenAny exactly once. The only other permitted use of that task is to compare it with the result of that WhenAny. Results and exceptions are the same as
/// with the base library, even if several arguments are invalid.
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
public static class TimedWhenAny
{
    /// <summary>Starts a timer, and returns its task for one call of WhenAny.</summary>
    /// <param name="millisecondsDelay">The time in milliseconds; -1 waits forever.</param>
    /// <returns>A task, to be passed to WhenAny once.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The time is negative but not -1 millisecond.</exception>
    public static Task Delay(int millisecondsDelay)
    {
#if NET8_0_OR_GREATER
        if (TimedWaits.AppliesTo(millisecondsDelay, CancellationToken.None))
        {
            return WhenAnyDelay.Start((uint)millisecondsDelay, CancellationToken.None);
        }
#endif
        return Task.Delay(millisecondsDelay);
    }

    /// <summary>Starts a timer, and returns its task for one call of WhenAny.</summary>
    /// <param name="delay">The time; a time of -1 millisecond waits forever.</param>
    /// <returns>A task, to be passed to WhenAny once.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The time is too long, or is negative but not -1 millisecond.</exception>
    public static Task Delay(TimeSpan delay)
    {
#if NET8_0_OR_GREATER
        if (TimedWaits.AppliesTo(delay, CancellationToken.None, out var milliseconds))
        {
            return WhenAnyDelay.Start(milliseconds, CancellationToken.None);
        }
#endif
        return Task.Delay(delay);
    }

    /// <summary>Starts a timer, and returns its task for one call of WhenAny.</summary>
    /// <param name="millisecondsDelay">The time in milliseconds; -1 waits forever.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>A task, to be passed to WhenAny once.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The time is negative but not -1 millisecond.</exception>
    public static Task Delay(int millisecondsDelay, CancellationToken cancellationToken)
    {
#if NET8_0_OR_GREATER
        if (TimedWaits.AppliesTo(millisecondsDelay, cancellationToken))
        {
            return WhenAnyDelay.Start((uint)millisecondsDelay, cancellationToken);
        }
#endif
        return Task.Delay(millisecondsDelay, cancellationToken);
    }

    /// <summary>Starts a timer, and returns its task for one call of WhenAny.</summary>
    /// <param name="delay">The time; a time of -1 millisecond waits forever.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>A task, to be passed to WhenAny once.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The time is too long, or is negative but not -1 millisecond.</exception>
    public static Task Delay(TimeSpan delay, CancellationToken cancellationToken)
    {
#if NET8_0_OR_GREATER
        if (TimedWaits.AppliesTo(delay, cancellationToken, out var milliseconds))
        {
            return WhenAnyDelay.Start(milliseconds, cancellationToken);
        }
#endif
        return Task.Delay(delay, cancellationToken);
    }

#if NET8_0_OR_GREATER
    /// <summary>Starts a timer, and returns its task for one call of WhenAny.</summary>
    /// <param name="delay">The time; a time of -1 millisecond waits forever.</param>
    /// <param name="timeProvider">The clock. If it is not the system's, the call goes to the base library.</param>
    /// <returns>A task, to be passed to WhenAny once.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The time is too long, or is negative but not -1 millisecond.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="timeProvider"/> is null.</exception>
    public static Task Delay(TimeSpan delay, TimeProvider timeProvider) => timeProvider == TimeProvider.System ? Delay(delay) : Task.Delay(delay, timeProvider);

    /// <summary>Starts a timer, and returns its task for one call of WhenAny.</summary>
    /// <param name="delay">The time; a time of -1 millisecond waits forever.</param>
    /// <param name="timeProvider">The clock. If it is not the system's, the call goes to the base library.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>A task, to be passed to WhenAny once.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The time is too long, or is negative but not -1 millisecond.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="timeProvider"/> is null.</exception>
    public static Task Delay(TimeSpan delay, TimeProvider timeProvider, CancellationToken cancellationToken) =>
        timeProvider == TimeProvider.System ? Delay(delay, cancellationToken) : Task.Delay(delay, timeProvider, cancellationToken);
#endif

    /// <summary>Returns a ValueTask that completes when either of two tasks has completed. If the other task is a delay, its timer is then stopped.</summary>
    /// <param name="task1">The first task.</param>
    /// <param name="task2">The second task.</param>
    /// <returns>A ValueTask, to be awaited once, whose result is the task that completed first.</returns>
    /// <exception cref="ArgumentNullException">A task is null.</exception>
    public static ValueTask<Task> WhenAny(Task task1, Task task2)
    {
#if NET8_0_OR_GREATER
        if (TimedWaits.IsSupported && WhenAnySpecialization.AppliesTo(task1, task2))
        {
            return FirstOf(task1, task2, null, null);
        }
#endif
        return AwaitedWhenAny.WhenAny(task1, task2);
    }

    /// <summary>
    /// Returns a ValueTask that completes when any of three tasks has completed. If there are delays among the other tasks, their timers are then stopped.
    /// </summary>
    /// <param name="task1">The first task.</param>
    /// <param name="task2">The second task.</param>
    /// <param name="task3">The third task.</param>
    /// <returns>A ValueTask, to be awaited once, whose result is the task that completed first.</returns>
    /// <exception cref="ArgumentException">A task is null.</exception>
    public static ValueTask<Task> WhenAny(Task task1, Task task2, Task task3)
    {
#if NET8_0_OR_GREATER
        if (TimedWaits.IsSupported && WhenAnySpecialization.AppliesTo(task1, task2, task3))
        {
            return FirstOf(task1, task2, task3, null);
        }
#endif
        return AwaitedWhenAny.WhenAny(task1, task2, task3);
    }

    /// <summary>
    /// Returns a ValueTask that completes when any of four tasks has completed. If there are delays among the other tasks, their timers are then stopped.
    /// </summary>
    /// <param name="task1">The first task.</param>
    /// <param name="task2">The second task.</param>
    /// <param name="task3">The third task.</param>
    /// <param name="task4">The fourth task.</param>
    /// <returns>A ValueTask, to be awaited once, whose result is the task that completed first.</returns>
    /// <exception cref="ArgumentException">A task is null.</exception>
    public static ValueTask<Task> WhenAny(Task task1, Task task2, Task task3, Task task4)
    {
#if NET8_0_OR_GREATER
        if (TimedWaits.IsSupported && WhenAnySpecialization.AppliesTo(task1, task2, task3, task4))
        {
            return FirstOf(task1, task2, task3, task4);
        }
#endif
        return AwaitedWhenAny.WhenAny(task1, task2, task3, task4);
    }

#if NET8_0_OR_GREATER
    private static ValueTask<Task> FirstOf(Task task1, Task task2, Task? task3, Task? task4)
    {
        var completed = task1.IsCompleted ? task1
            : task2.IsCompleted ? task2
            : task3 is { IsCompleted: true } ? task3
            : task4 is { IsCompleted: true } ? task4
            : null;
        if (completed is null)
        {
            return AwaitedWhenAnyPromise<Task>.Create(task1, task2, task3, task4, isTimed: true);
        }

        // Calls Leave only once for each delay, even if the caller passed the same delay more than once.
        WhenAnyDelay.Leave(task1);
        if (task2 != task1)
        {
            WhenAnyDelay.Leave(task2);
        }

        if (task3 is not null && task3 != task1 && task3 != task2)
        {
            WhenAnyDelay.Leave(task3);
        }

        if (task4 is not null && task4 != task1 && task4 != task2 && task4 != task3)
        {
            WhenAnyDelay.Leave(task4);
        }

        return new ValueTask<Task>(completed);
    }
#endif
}
