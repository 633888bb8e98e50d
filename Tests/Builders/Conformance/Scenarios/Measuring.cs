using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>
/// Measures the exact bytes that suspending calls allocate. The scenarios assert the total over thousands of calls, so a single extra object shows.
/// </summary>
/// <remarks>
/// Each measurement is repeated, and the least value counts. The first measurements also count new boxes for the pools, and the copies of structs that
/// unoptimised code makes on the heap. One thread does everything here; <see cref="MeasuringThreads"/> measures several threads.
/// </remarks>
public static class Measuring
{
    private const int Calls = 20_000;
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

    /// <summary>
    /// An awaiter that is not the base library's may invoke its continuation any number of times. So other calls cannot reuse the continuation. But within one
    /// call, all awaits of custom awaiters share one continuation.
    /// </summary>
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

    /// <summary>A box gives each of its calls another token (a 16-bit number). When a box has used all tokens, a new box replaces it.</summary>
    [Scenario(OnlyPooled = true, CountsBytes = true)]
    public static void One_box_serves_65536_calls(Trace trace)
    {
        const int Tokens = 65_536;
        var source = new ReusableSource();
        Run(Tokens);
        var box = AllocatedBytes.During(() => Run(Tokens));
        trace.Expect("a box was replaced", true, box > 0);

        // Whatever the next token is, this many calls use up the tokens of exactly four boxes.
        trace.Expect("four boxes in four times the calls", 4 * box, AllocatedBytes.During(() => Run(4 * Tokens)));

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

    private static void Allocates(Trace trace, long expected, Action run) => trace.Expect("bytes", expected, Least(expected, run));

    private static long Least(long expected, Action run)
    {
        // Collects now, because a collection that an earlier test caused could otherwise trim the pools during the measurement.
        GC.Collect();
        GC.WaitForPendingFinalizers();
        var least = long.MaxValue;

        for (var attempt = 0; attempt < 200 && least > expected; attempt++)
        {
            least = Math.Min(least, AllocatedBytes.During(run));
        }

        return least;
    }

    private static ReusableSource[] Sources(int count) => [.. Enumerable.Range(0, count).Select(_ => new ReusableSource())];

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
