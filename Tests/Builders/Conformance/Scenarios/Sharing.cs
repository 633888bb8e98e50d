using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>
/// Calls one method in two ways: some callers keep the task, and others await the call directly. After weaving, both kinds of calls use the same pool, so one
/// box may serve both kinds in turn.
/// </summary>
public static class Sharing
{
    private const int Threads = 4;
    private const int Turns = 200;

    [Scenario(OnlyPooled = true, IsStress = true)]
    public static void Kept_and_awaited_calls_of_one_method_come_to_their_ends_on_many_threads(Trace trace)
    {
        foreach (var seed in Stress.Seeds())
        {
            if (new Round(seed).Run() is { } fault)
            {
                trace.Add($"{Expectation.Violation}seed {seed}: {fault}");
            }
        }
    }

    /// <summary>The called method. The number decides how a call ends.</summary>
    private static async Task<long> Returns(Signal first, Signal second, long number)
    {
        await first;
        await second;
        return number % 7 == 0 ? throw new Escape(number.ToString())
            : number % 11 == 0 ? throw new OperationCanceledException(number.ToString())
            : number;
    }

    private static async Task Ends(Signal first, Signal second, long number, long[] result)
    {
        await Task.Yield();
        result[0] = await Returns(first, second, number);
    }

    private static async Task<long> AwaitsReturns(Signal first, Signal second, long number) => await Returns(first, second, number).ConfigureAwait(false);

    private static async Task<long> AwaitsEnds(Signal first, Signal second, long number)
    {
        var result = new long[1];
        await Ends(first, second, number, result);
        return result[0];
    }

    private static async Task<long> KeepsEnds(Signal first, Signal second, long number)
    {
        var result = new long[1];
        await Keep(Ends(first, second, number, result));
        return result[0];
    }

    /// <summary>Returns the task, so that the caller's await is no direct await of the call.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Task Keep(Task task) => task;

    private sealed class Round(int seed)
    {
        private readonly ConcurrentQueue<Signal> _pending = new();
        private readonly ConcurrentQueue<(long Number, Task<long> Task)> _calls = new();
        private long _numbers;
        private int _working = Threads;

        /// <returns>A description of the fault; null if there is none.</returns>
        public string? Run()
        {
            var threads = Enumerable.Range(0, Threads).Select(i => new Thread(() => Work(new Random(seed + i)))).ToList();
            threads.Add(new Thread(() => Trim(new Random(seed - 1))));
            threads.ForEach(thread => thread.Start());
            threads.ForEach(thread => thread.Join());
            return _calls.Select(Fault).FirstOrDefault(fault => fault is not null);
        }

        private void Trim(Random random)
        {
            while (Volatile.Read(ref _working) > 0)
            {
                Pools.Trim(everything: random.Next(2) == 0);
                Thread.Yield();
            }
        }

        private void Work(Random random)
        {
            for (var turn = 0; turn < Turns; turn++)
            {
                for (var starts = random.Next(20); starts > 0; starts--)
                {
                    Start(random.Next(4));
                }

                Complete(random.Next(40));
            }

            // Complete skips signals that no call awaits yet, because the signal's call still runs on another thread, or waits at its first await. So the
            // thread that ends last completes the remaining signals.
            if (Interlocked.Decrement(ref _working) == 0)
            {
                SpinWait.SpinUntil(
                    () =>
                    {
                        Complete(int.MaxValue);
                        return _calls.All(call => call.Task.IsCompleted);
                    },
                    TimeSpan.FromSeconds(30));
            }
        }

        private void Start(int way)
        {
            var (first, second, number) = (new Signal(), new Signal(), Interlocked.Increment(ref _numbers));
            _calls.Enqueue((number, way switch
            {
                0 => Returns(first, second, number),
                1 => AwaitsReturns(first, second, number),
                2 => AwaitsEnds(first, second, number),
                _ => KeepsEnds(first, second, number),
            }));
            _pending.Enqueue(first);
            _pending.Enqueue(second);
        }

        private void Complete(int atMost)
        {
            for (var left = Math.Min(atMost, _pending.Count); left > 0 && _pending.TryDequeue(out var signal); left--)
            {
                if (signal.IsAwaited)
                {
                    signal.Complete();
                }
                else
                {
                    _pending.Enqueue(signal);
                }
            }
        }

        private static string? Fault((long Number, Task<long> Task) call)
        {
            var (number, task) = call;
            var expected = number % 7 == 0 ? TaskStatus.Faulted : number % 11 == 0 ? TaskStatus.Canceled : TaskStatus.RanToCompletion;
            return task.Status != expected ? $"call {number} is {task.Status}"
                : expected == TaskStatus.RanToCompletion ? task.Result == number ? null : $"call {number} has the result of {task.Result}"
                : expected == TaskStatus.Faulted && task.Exception!.InnerException!.Message != number.ToString() ? $"call {number} has another's exception"
                : null;
        }
    }
}
