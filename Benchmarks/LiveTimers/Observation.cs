using System.Diagnostics;

namespace Benchmarks.LiveTimers;

/// <summary>The numbers of live timers while a program makes calls, and afterwards.</summary>
/// <param name="Timers">The seconds since the first call, and the number of timers.</param>
internal sealed record Observation(IReadOnlyList<(double Seconds, long Timers)> Timers)
{
    private static readonly TimeSpan s_step = TimeSpan.FromMilliseconds(10);

    public long Most => Timers.Max(sample => sample.Timers);

    /// <summary>Makes the calls, and counts the live timers again and again. Blocks until the end.</summary>
    /// <param name="limited">Waits for work, but no longer than a number of milliseconds.</param>
    /// <param name="amounts">How often to call, with which timeout, and for how long.</param>
    public static Observation Of(Func<Task, int, ValueTask<bool>> limited, Amounts amounts)
    {
        const int Samples = 160;

        // The maximum number of calls in one step. After a pause of the machine, several steps make the missing calls, so that only few calls are in flight at
        // once.
        var atOnce = Math.Max(1, 2 * s_step.TotalSeconds * amounts.CallsPerSecond);
        var before = Timer.ActiveCount;
        List<(double, long)> timers = [];
        List<(TaskCompletionSource Work, ValueTask<bool> Call)> running = [];
        var watch = Stopwatch.StartNew();
        var length = amounts.Calling + amounts.Idle;
        for (var calls = 0; watch.Elapsed < length;)
        {
            foreach (var (work, call) in running)
            {
                work.SetResult();
                call.GetAwaiter().GetResult();
            }

            running.Clear();
            while (watch.Elapsed < amounts.Calling && running.Count < atOnce && calls < watch.Elapsed.TotalSeconds * amounts.CallsPerSecond)
            {
                var work = new TaskCompletionSource();
                running.Add((work, limited(work.Task, (int)amounts.Timeout.TotalMilliseconds)));
                calls++;
            }

            if (watch.Elapsed >= length * timers.Count / Samples)
            {
                timers.Add((watch.Elapsed.TotalSeconds, Math.Max(0, Timer.ActiveCount - before)));
            }

            // Unlike Task.Delay, Thread.Sleep needs no timer.
            Thread.Sleep(s_step);
        }

        return new(timers);
    }
}
