using System.Collections.Concurrent;

namespace Tests.TimedWaits;

/// <summary>
/// Repeats waits on many threads at once, and checks each result. In each wait, the work ends at about the due time. Sometimes the token is cancelled at the
/// same moment.
/// </summary>
/// <param name="runtime">The methods to call.</param>
public sealed class Stress(TimedRuntime runtime)
{
    private const int Workers = 64;
    private const int LongestMilliseconds = 12;

    private long _waits;

    public ConcurrentQueue<string> Errors { get; } = [];

    public long Waits => _waits;

    /// <param name="time">The time to run.</param>
    /// <param name="untilFirst">Whether to end with the first error.</param>
    public void Run(TimeSpan time, bool untilFirst)
    {
        var end = Environment.TickCount64 + (long)time.TotalMilliseconds;
        Task.WaitAll([.. Enumerable.Range(0, Workers).Select(seed => Task.Run(() => Work(new Random(seed), end, untilFirst)))]);
    }

    private async Task Work(Random random, long end, bool untilFirst)
    {
        while (Environment.TickCount64 < end && (!untilFirst || Errors.IsEmpty))
        {
            Interlocked.Increment(ref _waits);
            var one = new Wait(runtime, random, Errors);
            try
            {
                await one.Run().ConfigureAwait(false);
            }
            catch (Exception exception)
            {
                Errors.Enqueue(exception.ToString());
            }
        }
    }

    /// <summary>A wait, with its own work and token.</summary>
    private sealed class Wait(TimedRuntime runtime, Random random, ConcurrentQueue<string> errors)
    {
        private readonly int _milliseconds = random.Next(1, LongestMilliseconds);
        private readonly int _result = random.Next();
        private readonly bool _isCancelled = random.Next(4) == 0;
        private readonly TaskCompletionSource<int> _work = new();
        private readonly CancellationTokenSource _cancellation = new();
        private readonly long _start = Environment.TickCount64;

        public async Task Run()
        {
            // Ends the work shortly before or after the time ends. Sometimes cancels the token first.
            using var ending = new Timer(
                _ =>
                {
                    if (_isCancelled)
                    {
                        _cancellation.Cancel();
                    }

                    _work.TrySetResult(_result);
                },
                null, Math.Max(0, _milliseconds + random.Next(-1, 2)), Timeout.Infinite);
            switch (random.Next(5))
            {
                case 0:
                    await runtime.Delay(_milliseconds, CancellationToken.None).ConfigureAwait(false);
                    CheckTime();
                    break;
                case 1:
                    await Catch(runtime.Delay(_milliseconds, _cancellation.Token)).ConfigureAwait(false);
                    break;
                case 2:
                    var delay = runtime.StartDelay(_milliseconds, random.Next(2) == 0 ? _cancellation.Token : CancellationToken.None);
                    CheckWinner(await runtime.AnyOfTwo(_work.Task, delay).ConfigureAwait(false), delay);
                    break;
                case 3:
                    var delay1 = runtime.StartDelay(_milliseconds, CancellationToken.None);
                    var delay2 = runtime.StartDelay(_milliseconds + random.Next(2), _cancellation.Token);
                    CheckWinner(await runtime.AnyOfThree(delay2, _work.Task, delay1).ConfigureAwait(false), delay1, delay2);
                    break;
                default:
                    await Catch(WaitForWork()).ConfigureAwait(false);
                    break;
            }
        }

        private async ValueTask WaitForWork()
        {
            var result = await runtime.WaitForInt(_work.Task, TimeSpan.FromMilliseconds(_milliseconds), _cancellation.Token).ConfigureAwait(false);
            Check(_work.Task.IsCompleted && result == _result, "has the result of other work");
            throw new WorkEndedException();
        }

        private async Task Catch(ValueTask wait)
        {
            try
            {
                await wait.ConfigureAwait(false);
                CheckTime();
            }
            catch (WorkEndedException)
            {
            }
            catch (TimeoutException)
            {
                CheckTime();
            }
            catch (OperationCanceledException exception)
            {
                Check(exception.CancellationToken == _cancellation.Token && _cancellation.IsCancellationRequested, "has another token");
            }
        }

        private void CheckWinner(Task winner, params Task[] delays)
        {
            Check(winner == _work.Task || delays.Contains(winner), "has a task of others");
            Check(winner.IsCompleted, "has a task that is not complete");
            if (winner.IsCanceled)
            {
                Check(_cancellation.IsCancellationRequested, "is cancelled by others");
            }
            else if (winner != _work.Task)
            {
                CheckTime();
            }
        }

        /// <summary>Reads the clock that the base library's timers also read.</summary>
        private void CheckTime() => Check(Environment.TickCount64 - _start >= _milliseconds, "ends too early");

        private void Check(bool holds, string what)
        {
            if (!holds)
            {
                errors.Enqueue($"A wait of {_milliseconds} ms {what}.");
            }
        }
    }

    private sealed class WorkEndedException : Exception;
}
