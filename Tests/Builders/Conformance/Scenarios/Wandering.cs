using System.Collections.Concurrent;
using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Tests boxes that one thread rents, and that another thread returns when it takes the result.</summary>
public static class Wandering
{
    [Scenario(OnlyPooled = true, IsStress = true)]
    public static void Boxes_wander_between_threads_that_come_and_go_while_pools_are_trimmed(Trace trace)
    {
        foreach (var seed in Stress.Seeds())
        {
            if (new Round(seed).Run() is { } fault)
            {
                trace.Add($"{Expectation.Violation}seed {seed}: {fault}");
            }
        }
    }

    private static async ValueTask<long> Suspends(Signal signal, long number)
    {
        await signal;
        return number;
    }

    /// <summary>The calls of one seed. Each call has a number, which it must return.</summary>
    private sealed class Round(int seed)
    {
        private readonly ConcurrentQueue<(Signal Signal, long Number, ValueTask<long> Call)> _inFlight = new();
        private readonly ConcurrentQueue<string> _faults = new();
        private long _numbers;
        private long _started;
        private long _ended;
        private bool _stop;

        /// <returns>A description of the fault; null if there is none.</returns>
        public string? Run()
        {
            // Two threads trim at random times. In a program, the finalizer thread may trim at any time.
            var trimmers = Enumerable.Range(0, 2).Select(i => new Thread(() => Trim(new Random(seed + i)))).ToList();
            trimmers.ForEach(trimmer => trimmer.Start());
            for (var generation = 0; generation < 5; generation++)
            {
                var threads = Enumerable.Range(0, 4).Select(i => new Thread(() => Work(new Random(seed + 4 * generation + i)))).ToList();
                threads.ForEach(thread => thread.Start());
                threads.ForEach(thread => thread.Join());
            }

            while (_inFlight.TryDequeue(out var call))
            {
                Finish(call);
            }

            Volatile.Write(ref _stop, true);
            trimmers.ForEach(trimmer => trimmer.Join());
            return _started == _ended && _faults.IsEmpty ? null : $"{_started} started, {_ended} ended, {string.Join(", ", _faults.Take(3))}";
        }

        private void Trim(Random random)
        {
            while (!Volatile.Read(ref _stop))
            {
                Pools.Trim(everything: random.Next(2) == 0);
                Thread.Yield();
            }
        }

        private void Work(Random random)
        {
            for (var turn = 0; turn < 100; turn++)
            {
                for (var starts = random.Next(100); starts > 0; starts--)
                {
                    var signal = new Signal();
                    var number = Interlocked.Increment(ref _numbers);
                    Interlocked.Add(ref _started, number);
                    _inFlight.Enqueue((signal, number, Suspends(signal, number)));
                }

                for (var finishes = random.Next(100); finishes > 0 && _inFlight.TryDequeue(out var call); finishes--)
                {
                    Finish(call);
                }
            }
        }

        private void Finish((Signal Signal, long Number, ValueTask<long> Call) call)
        {
            try
            {
                call.Signal.Complete();
                var result = call.Call.Result;
                Interlocked.Add(ref _ended, result);
                if (result != call.Number)
                {
                    _faults.Enqueue($"call {call.Number} has the result of {result}");
                }
            }
            catch (Exception exception)
            {
                _faults.Enqueue(exception.ToString());
            }
        }
    }
}
