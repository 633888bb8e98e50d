using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Measures the smallest calls that suspend once: their methods have no parameter, no local and one awaiter.</summary>
public static class MeasuringTheLeast
{
    private const int Calls = 1_000;

    private static readonly Action s_nothing = () => { };

    private static readonly Signal s_signal = new();

    private static Task s_awaited = Task.CompletedTask;

    [Scenario(Kinds.Returned, IsListedDifference = true, CountsBytes = true)]
    public static void A_call_that_suspends_once(Trace trace, Kinds kind) => trace.Add("bytes", kind switch
    {
        Kinds.ValueTask => Least(ReturnsValueTask, call => call.GetAwaiter().GetResult()),
        Kinds.ValueTaskOfInt => Least(ReturnsValueTaskOfInt, call => call.GetAwaiter().GetResult()),
        Kinds.Task => Least(ReturnsTask, call => call.GetAwaiter().GetResult()),
        Kinds.TaskOfInt => Least(ReturnsTaskOfInt, call => call.GetAwaiter().GetResult()),
        _ => Least(
            () =>
            {
                ReturnsVoid();
                return 0;
            },
            _ => { }),
    });

    /// <summary>Measures the same call with an awaiter that is not the base library's.</summary>
    [Scenario(Kinds.Returned, IsListedDifference = true, CountsBytes = true)]
    public static void A_call_that_suspends_once_by_an_awaiter_of_ones_own(Trace trace, Kinds kind) => trace.Add("bytes", kind switch
    {
        Kinds.ValueTask => LeastBySignal(SignalledValueTask, call => call.GetAwaiter().GetResult()),
        Kinds.ValueTaskOfInt => LeastBySignal(SignalledValueTaskOfInt, call => call.GetAwaiter().GetResult()),
        Kinds.Task => LeastBySignal(SignalledTask, call => call.GetAwaiter().GetResult()),
        Kinds.TaskOfInt => LeastBySignal(SignalledTaskOfInt, call => call.GetAwaiter().GetResult()),
        _ => LeastBySignal(
            () =>
            {
                SignalledVoid();
                return 0;
            },
            _ => { }),
    });

    /// <summary>
    /// If code inside a task completes another task, the continuations of the completed task see no current task. A source (for example of a channel or a pipe)
    /// does not hide the current task. So a call that awaits a source resumes and completes inside the task whose code completes the source.
    /// </summary>
    [Scenario(Kinds.ValueTasks, IsListedDifference = true, CountsBytes = true)]
    public static void A_call_that_is_completed_inside_a_task(Trace trace, Kinds kind) =>
        trace.Add("bytes", Task.Run(() => LeastBySource(kind, capture: false)).Result);

    /// <summary>The continuation runs in a task of the scheduler. That task is created whatever kind of call was awaited.</summary>
    [Scenario(Kinds.ValueTasks, IsListedDifference = true, CountsBytes = true)]
    public static void A_call_that_is_awaited_under_a_scheduler(Trace trace, Kinds kind) =>
        trace.Add("bytes", new SameThreadScheduler().Run(() => LeastBySource(kind, capture: true)));

    private static double LeastBySource(Kinds kind, bool capture)
    {
        var source = new ReusableSource();
        Action<int> run = kind == Kinds.ValueTask
            ? _ =>
            {
                var awaiter = SourcedValueTask(source).ConfigureAwait(capture).GetAwaiter();
                awaiter.UnsafeOnCompleted(s_nothing);
                source.Complete();
                awaiter.GetResult();
            }
            : _ =>
            {
                var awaiter = SourcedValueTaskOfInt(source).ConfigureAwait(capture).GetAwaiter();
                awaiter.UnsafeOnCompleted(s_nothing);
                source.Complete();
                awaiter.GetResult();
            };
        return Least(run, before: () => { });
    }

    private static double Least<TCall>(Func<TCall> start, Action<TCall> consume)
    {
        TaskCompletionSource[] sources = [];
        return Least(
            number =>
            {
                s_awaited = sources[number].Task;
                var call = start();
                sources[number].SetResult();
                consume(call);
            },
            before: () => sources = [.. Enumerable.Range(0, Calls).Select(_ => new TaskCompletionSource())]);
    }

    private static double LeastBySignal<TCall>(Func<TCall> start, Action<TCall> consume) => Least(
        _ =>
        {
            var call = start();
            s_signal.Complete();
            consume(call);
        },
        before: () => { });

    /// <remarks>Returns the least of several measurements, because the first measurements also include other work.</remarks>
    private static double Least(Action<int> run, Action before)
    {
        var least = double.MaxValue;
        for (var attempt = 0; attempt < 20; attempt++)
        {
            before();
            var bytes = AllocatedBytes.During(() =>
            {
                for (var number = 0; number < Calls; number++)
                {
                    run(number);
                }
            });
            least = Math.Min(least, bytes / (double)Calls);
        }

        return least;
    }

    private static async ValueTask ReturnsValueTask() => await s_awaited;

    private static async ValueTask<int> ReturnsValueTaskOfInt()
    {
        await s_awaited;
        return 42;
    }

    private static async Task ReturnsTask() => await s_awaited;

    private static async Task<int> ReturnsTaskOfInt()
    {
        await s_awaited;
        return 42;
    }

    private static async void ReturnsVoid() => await s_awaited;

    private static async ValueTask SignalledValueTask() => await s_signal;

    private static async ValueTask<int> SignalledValueTaskOfInt()
    {
        await s_signal;
        return 42;
    }

    private static async Task SignalledTask() => await s_signal;

    private static async Task<int> SignalledTaskOfInt()
    {
        await s_signal;
        return 42;
    }

    private static async void SignalledVoid() => await s_signal;

    private static async ValueTask SourcedValueTask(ReusableSource source) => await source.ValueTask;

    private static async ValueTask<int> SourcedValueTaskOfInt(ReusableSource source) => await source.ValueTask;
}
