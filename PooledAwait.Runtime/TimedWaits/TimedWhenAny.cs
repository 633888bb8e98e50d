using System.ComponentModel;
using System.Diagnostics;

namespace PooledAwait.Runtime;

/// <summary><c>Task.WhenAny</c> over up to four tasks with <c>Task.Delay</c> among them, for callers that await the call at once.</summary>
/// <remarks>
/// <para>
/// Woven code calls these methods in place of <c>Task.Delay</c> and <c>Task.WhenAny</c>. Do not call them yourself. A task that Delay returns must be passed to
/// WhenAny exactly once. The only other permitted use of that task is to compare it with the result of that WhenAny. Results and exceptions are the same as
/// with the base library, even if several arguments are invalid.
/// </para>
/// <para>
/// In three cases, every call goes to the base library: on frameworks older than .NET 8, if a self-test finds that the base library's tasks or boxes have
/// changed, and if the runtimeconfig switch <c>PooledAwait.DisableTimedWaits</c>, <c>PooledAwait.DisableWhenAny</c> or <c>PooledAwait.DisableResumptionBox</c>
/// is true.
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
    /// <exception cref="ArgumentOutOfRangeException">The time is negative and not infinite, or too long.</exception>
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
    /// <exception cref="ArgumentOutOfRangeException">The time is negative and not infinite, or too long.</exception>
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
    /// <exception cref="ArgumentOutOfRangeException">The time is negative and not infinite, or too long.</exception>
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
    /// <exception cref="ArgumentOutOfRangeException">The time is negative and not infinite, or too long.</exception>
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
    /// <exception cref="ArgumentOutOfRangeException">The time is negative and not infinite, or too long.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="timeProvider"/> is null.</exception>
    public static Task Delay(TimeSpan delay, TimeProvider timeProvider) => timeProvider == TimeProvider.System ? Delay(delay) : Task.Delay(delay, timeProvider);

    /// <summary>Starts a timer, and returns its task for one call of WhenAny.</summary>
    /// <param name="delay">The time; a time of -1 millisecond waits forever.</param>
    /// <param name="timeProvider">The clock. If it is not the system's, the call goes to the base library.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>A task, to be passed to WhenAny once.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The time is negative and not infinite, or too long.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="timeProvider"/> is null.</exception>
    public static Task Delay(TimeSpan delay, TimeProvider timeProvider, CancellationToken cancellationToken) =>
        timeProvider == TimeProvider.System ? Delay(delay, cancellationToken) : Task.Delay(delay, timeProvider, cancellationToken);
#endif

    /// <summary>
    /// Returns a ValueTask that completes when either of two tasks has completed. At that time, it also stops the timer of the other task, if that task is a
    /// delay.
    /// </summary>
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
    /// Returns a ValueTask that completes when any of three tasks has completed. At that time, it also stops the timers of the other tasks that are delays.
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
    /// Returns a ValueTask that completes when any of four tasks has completed. At that time, it also stops the timers of the other tasks that are delays.
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
