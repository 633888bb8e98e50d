using System.Reflection;
using Tests.Compilation;
using Tests.Interleaving;

namespace Tests.TimedWaits.Interleaving;

/// <summary>
/// A variant of PooledAwait.Runtime. It calls <see cref="Schedule.Point"/> before every step of a wait that other threads can see. Its timers never fire by
/// themselves: only a test fires them.
/// </summary>
public sealed class SteppedWaits
{
    private readonly Type _timers;

    /// <param name="file">The file that gets a fault; null for a runtime without a fault.</param>
    /// <param name="text">The text to replace.</param>
    /// <param name="replacement">The fault.</param>
    public SteppedWaits(string? file = null, string text = "", string replacement = "")
    {
        var variant = new RuntimeVariant()
            .Add("Steps.cs", Steps.Source)
            .Add("SteppedTimer.cs", SteppedTimer)
            .Replace("WaitTimer.cs", "internal struct WaitTimer", "internal struct RealTimer");
        if (file != null)
        {
            variant.ReplaceOnce(file, text, replacement).DropUnhandledExceptions();
        }

        var assembly = variant
            .Replace("TimedWait.cs", "_registration.Unregister()", "Steps.Before(_registration).Unregister()")
            .Replace("WaitAsyncPromise.cs", "TaskContinuations.TryAdd(_task!", "TaskContinuations.TryAdd(Steps.Before(_task)!")
            .Replace("WaitAsyncPromise.cs", "TaskContinuations.Remove(task", "TaskContinuations.Remove(Steps.Before(task)")
            .Replace("WaitAsyncPromise.cs", "!task.IsCompleted", "!Steps.Before(task).IsCompleted")
            .Replace("WhenAnyPromise.cs", "TaskContinuations.TryAdd(_tasks[registered]!", "TaskContinuations.TryAdd(Steps.Before(_tasks[registered])!")
            .Replace("WhenAnyPromise.cs", "TaskContinuations.Remove(task", "TaskContinuations.Remove(Steps.Before(task)")
            .Replace("WhenAnyPromise.cs", "!task.IsCompleted", "!Steps.Before(task).IsCompleted")
            .Load();
        Runtime = new TimedRuntime(assembly);
        _timers = assembly.GetType("PooledAwait.Runtime.SteppedTimers", throwOnError: true)!;
    }

    public TimedRuntime Runtime { get; }

    /// <summary>Watches a timer.</summary>
    /// <returns>
    /// <c>Next</c> chooses the watched wait: the wait that the calling thread begins next. <c>Ring</c> ends the time of this wait: if the timer is still in its
    /// queue, it removes the timer from the queue, and then runs the timer's callback. <c>IsQueued</c> returns whether the timer is still in its queue.
    /// </returns>
    public (Action Next, Action Ring, Func<bool> IsQueued) Watch() =>
        _timers.GetMethod("WatchOne", BindingFlags.Static | BindingFlags.Public)!.CreateDelegate<Func<(Action, Action, Func<bool>)>>()();

    private const string SteppedTimer =
        """
        using Tests.Interleaving;
        namespace PooledAwait.Runtime;

        public static class SteppedTimers
        {
            [ThreadStatic]
            private static Watch? t_next;

            public static (Action, Action, Func<bool>) WatchOne()
            {
                var watch = new Watch();
                return (() => t_next = watch, watch.Ring, () => watch.IsQueued);
            }

            internal static void Started(QueuedTimer timer)
            {
                if (t_next is { } watch)
                {
                    t_next = null;
                    watch.Timer = timer;
                    watch.Start = timer.Starts;
                }
            }

            private sealed class Watch
            {
                public QueuedTimer? Timer;
                public int Start;

                // A timer that was stopped, or was started again, is not due.
                public bool IsQueued => Timer is { IsQueued: true } timer && timer.Starts == Start;

                public void Ring()
                {
                    Schedule.Point();
                    if (IsQueued)
                    {
                        var timer = Timer!;
                        timer.IsQueued = false;
                        timer.EverQueued = true;
                        Schedule.Point();
                        TimedWait.OnTime(timer.Wait);
                    }
                }
            }
        }

        internal sealed class QueuedTimer(TimedWait wait)
        {
            public readonly TimedWait Wait = wait;
            public bool IsQueued, EverQueued;
            public int Starts;
        }

        internal struct WaitTimer
        {
            private QueuedTimer? _timer;

            public void Start(TimedWait wait, uint milliseconds)
            {
                var timer = _timer ??= new QueuedTimer(wait);
                Schedule.Point();
                timer.Starts++;
                timer.EverQueued = false;
                timer.IsQueued = true;
                SteppedTimers.Started(timer);
            }

            public readonly bool TryStop()
            {
                Schedule.Point();
                _timer!.IsQueued = false;
                return !_timer.EverQueued;
            }
        }
        """;
}
