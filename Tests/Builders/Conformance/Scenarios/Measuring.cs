using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>
/// What calls that suspend allocate, to the byte. It is the total over thousands of calls that is asserted: one object among them shows.
/// </summary>
/// <remarks>
/// A measurement is repeated, and the least counts: the first ones fill the pools and run code that is not yet optimised, which
/// boxes. Where several threads take part, all of the process is counted, and what the test platform allocates meanwhile with it; so
/// a few bytes are allowed there over thousands of calls, fewer than one object for each hundred of them.
/// </remarks>
public static class Measuring
{
    private const int Calls = 20_000;
    private const int Handovers = 5_000;
    private const int TaskBytes = 72;
    private const int ContinuationBytes = 88;

    [Scenario(Kinds.Returned, OnlyPooled = true, CountsBytes = true)]
    public static void Calls_that_suspend_one_at_a_time(Trace trace, Kinds kind) => InFlight(trace, kind, 1);

    [Scenario(Kinds.Returned, OnlyPooled = true, CountsBytes = true)]
    public static void Ten_calls_in_flight(Trace trace, Kinds kind) => InFlight(trace, kind, 10);

    [Scenario(Kinds.Returned, OnlyPooled = true, CountsBytes = true)]
    public static void Ten_thousand_calls_in_flight(Trace trace, Kinds kind) => InFlight(trace, kind, 10_000);

    [Scenario(OnlyPooled = true, CountsBytes = true)]
    public static void A_chain_of_callers(Trace trace)
    {
        var source = new ReusableSource();
        Allocates(trace, 0, () =>
        {
            for (var call = 0; call < Calls; call++)
            {
                var valueTask = Nested(source, 10);
                source.Complete();
                _ = valueTask.Result;
            }
        });
    }

    [Scenario(OnlyPooled = true, CountsBytes = true)]
    public static void Calls_that_complete_synchronously(Trace trace) => Allocates(trace, 0, () =>
    {
        for (var call = 0; call < Calls; call++)
        {
            _ = Immediate(call).Result;
            _ = ImmediateTask(call % 8).Result;
        }
    });

    [Scenario(OnlyPooled = true, CountsBytes = true)]
    public static void Calls_that_yield(Trace trace)
    {
        using var done = new ManualResetEventSlim();
        var action = new Action(done.Set);
        AllocatesNothingAnywhere(trace, Handovers, () => Yields(Handovers, done, action));
    }

    [Scenario(OnlyPooled = true, CountsBytes = true)]
    public static void Calls_that_await_an_asynchronous_task_cost_the_task_alone(Trace trace)
    {
        // The sources are made before the measurement; what is left is what awaiting them costs.
        var sources = new TaskCompletionSource[Handovers];
        using var done = new ManualResetEventSlim();
        var action = new Action(done.Set);
        AllocatesNothingAnywhere(
            trace,
            Handovers,
            () =>
            {
                foreach (var source in sources)
                {
                    var valueTask = Awaits(source.Task);
                    var awaiter = valueTask.ConfigureAwait(false).GetAwaiter();
                    awaiter.UnsafeOnCompleted(action);
                    source.SetResult();
                    done.Wait();
                    done.Reset();
                    awaiter.GetResult();
                }
            },
            before: () =>
            {
                for (var i = 0; i < sources.Length; i++)
                {
                    sources[i] = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
                }
            });
    }

    /// <summary>Who knows how often the awaiter invokes it? It serves one call, and all such awaits of that call.</summary>
    [Scenario(OnlyPooled = true, CountsBytes = true)]
    public static void Calls_that_await_an_awaiter_of_ones_own_cost_their_continuation(Trace trace)
    {
        var signal = new Signal();
        Allocates(trace, Calls * ContinuationBytes, () =>
        {
            for (var call = 0; call < Calls; call++)
            {
                var valueTask = AwaitsTwice(signal);
                signal.Complete();
                signal.Complete();
                valueTask.GetAwaiter().GetResult();
            }
        });
        Allocates(trace, Calls * (ContinuationBytes + TaskBytes), () =>
        {
            for (var call = 0; call < Calls; call++)
            {
                var task = AwaitsTwiceInTask(signal);
                signal.Complete();
                signal.Complete();
                task.GetAwaiter().GetResult();
            }
        });
    }

    /// <summary>Started on one thread, completed and consumed on another: boxes wander from pool to pool.</summary>
    [Scenario(OnlyPooled = true, CountsBytes = true)]
    public static void Rented_on_one_thread_and_returned_on_another(Trace trace)
    {
        const int InFlight = 1_000;
        var sources = Sources(InFlight);
        var calls = new ValueTask<int>[InFlight];
        using var started = new SemaphoreSlim(0);
        using var consumed = new SemaphoreSlim(0);
        using var stop = new CancellationTokenSource();
        var other = new Thread(() =>
        {
            while (true)
            {
                started.Wait();
                if (stop.IsCancellationRequested)
                {
                    return;
                }

                for (var i = 0; i < InFlight; i++)
                {
                    sources[i].Complete();
                    _ = calls[i].Result;
                }

                consumed.Release();
            }
        }) { IsBackground = true };
        other.UnsafeStart();
        AllocatesNothingAnywhere(
            trace,
            20 * InFlight,
            () =>
            {
                for (var round = 0; round < 20; round++)
                {
                    for (var i = 0; i < InFlight; i++)
                    {
                        calls[i] = ToValueTaskOfInt(sources[i]);
                    }

                    started.Release();
                    consumed.Wait();
                }
            });
        stop.Cancel();
        started.Release();
        other.Join();
    }

    /// <summary>Every token is used once, then the box is replaced.</summary>
    [Scenario(OnlyPooled = true, CountsBytes = true)]
    public static void One_box_serves_65536_calls(Trace trace)
    {
        const int Tokens = 65_536;
        var source = new ReusableSource();
        Run(Tokens);
        var start = Now();
        Run(Tokens);
        var box = Now() - start;
        trace.Expect("a box was replaced", true, box > 0);

        // Whatever token the box of the moment has, so many calls use up exactly four boxes.
        start = Now();
        Run(4 * Tokens);
        trace.Expect("four boxes in four times the calls", 4 * box, Now() - start);

        void Run(int calls)
        {
            for (var call = 0; call < calls; call++)
            {
                var valueTask = ToValueTaskOfLong(source);
                source.Complete();
                _ = valueTask.Result;
            }
        }
    }

    private static void InFlight(Trace trace, Kinds kind, int inFlight)
    {
        var sources = Sources(inFlight);
        var rounds = Math.Max(1, Calls / inFlight);
        Action run = kind switch
        {
            Kinds.ValueTask => Rounds(new ValueTask[inFlight], ToValueTask, call => call.GetAwaiter().GetResult()),
            Kinds.ValueTaskOfInt => Rounds(new ValueTask<int>[inFlight], ToValueTaskOfInt, call => call.GetAwaiter().GetResult()),
            Kinds.Task => Rounds(new Task[inFlight], ToTask, call => call.GetAwaiter().GetResult()),
            Kinds.TaskOfInt => Rounds(new Task<int>[inFlight], ToTaskOfInt, call => call.GetAwaiter().GetResult()),
            _ => Rounds(new int[inFlight], source =>
            {
                ToVoid(source);
                return 0;
            }, _ => { }),
        };
        var perCall = kind is Kinds.Task or Kinds.TaskOfInt ? TaskBytes : 0;
        Allocates(trace, (long)rounds * inFlight * perCall, run);

        Action Rounds<TCall>(TCall[] calls, Func<ReusableSource, TCall> start, Action<TCall> consume) => () =>
        {
            for (var round = 0; round < rounds; round++)
            {
                for (var i = 0; i < calls.Length; i++)
                {
                    calls[i] = start(sources[i]);
                }

                for (var i = 0; i < calls.Length; i++)
                {
                    sources[i].Complete();
                    consume(calls[i]);
                }
            }
        };
    }

    private static void Allocates(Trace trace, long expected, Action run) => trace.Expect("bytes", expected, Least(expected, run, Now));

    private static void AllocatesNothingAnywhere(Trace trace, int calls, Action run, Action? before = null)
    {
        var bytes = Least(0, run, () => GC.GetTotalAllocatedBytes(precise: true), before);
        trace.Expect($"nothing ({bytes} B in {calls} calls)", true, bytes < calls / 4);
    }

    private static long Now() => GC.GetAllocatedBytesForCurrentThread();

    private static long Least(long expected, Action run, Func<long> now, Action? before = null)
    {
        // The collection that an earlier test brought about may yet trim the pools.
        GC.Collect();
        GC.WaitForPendingFinalizers();
        var least = long.MaxValue;

        // On a busy machine many calls complete before their continuation is registered, and each of those costs the thread pool a work item.
        for (var attempt = 0; attempt < 200 && least > expected; attempt++)
        {
            before?.Invoke();
            var start = now();
            run();
            least = Math.Min(least, now() - start);
        }

        return least;
    }

    private static ReusableSource[] Sources(int count) => [.. Enumerable.Range(0, count).Select(_ => new ReusableSource())];

    private static void Yields(int calls, ManualResetEventSlim done, Action set)
    {
        for (var call = 0; call < calls; call++)
        {
            var awaiter = YieldsOnce().ConfigureAwait(false).GetAwaiter();
            awaiter.UnsafeOnCompleted(set);
            done.Wait();
            done.Reset();
            awaiter.GetResult();
        }
    }

    private static async ValueTask<int> YieldsOnce()
    {
        await Task.Yield();
        return 1;
    }

    private static async ValueTask Awaits(Task task) => await task;

    private static async ValueTask AwaitsTwice(Signal signal)
    {
        await signal;
        await signal;
    }

    private static async Task AwaitsTwiceInTask(Signal signal)
    {
        await signal;
        await signal;
    }

    private static async ValueTask<int> Immediate(int value)
    {
        await Task.CompletedTask;
        return value;
    }

    private static async Task<int> ImmediateTask(int value)
    {
        await Task.CompletedTask;
        return value;
    }

    private static async ValueTask<int> Nested(ReusableSource source, int depth) =>
        depth == 0 ? await source.ValueTask : await Nested(source, depth - 1) + 1;

    private static async ValueTask ToValueTask(ReusableSource source) => await source.ValueTask;

    private static async ValueTask<int> ToValueTaskOfInt(ReusableSource source) => await source.ValueTask;

    private static async ValueTask<long> ToValueTaskOfLong(ReusableSource source) => await source.ValueTask;

    private static async Task ToTask(ReusableSource source) => await source.ValueTask;

    private static async Task<int> ToTaskOfInt(ReusableSource source) => await source.ValueTask;

    private static async void ToVoid(ReusableSource source) => await source.ValueTask;
}
