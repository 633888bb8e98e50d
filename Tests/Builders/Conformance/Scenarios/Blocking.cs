using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Threads that wait for a call by blocking.</summary>
public static class Blocking
{
    [Scenario(Kinds.Awaitable)]
    public static void GetResult_of_an_incomplete_call_blocks_until_it_completes(Trace trace, Kinds kind) =>
        WhileBlocked(trace, kind, call => call.Outcome());

    [Scenario(Kinds.Awaitable)]
    public static void A_task_can_be_waited_for(Trace trace, Kinds kind) => WhileBlocked(trace, kind, call =>
    {
        call.AsTask().Wait();
        return "returned";
    });

    [Scenario]
    public static void Result_of_an_incomplete_ValueTask_blocks_until_it_completes(Trace trace)
    {
        var signal = new Signal();
        var valueTask = Methods.ReturnsValueTaskOfInt(new Script().Await(signal));
        trace.Add("result", Blocked(() => $"{valueTask.Result}", signal.Complete));
    }

    /// <summary>A blocked thread cannot run what is posted to its context, so the method must resume without this context.</summary>
    [Scenario(Kinds.ValueTasks | Kinds.Tasks)]
    public static void A_thread_with_a_context_may_block_where_the_method_does_not_need_it(Trace trace, Kinds kind)
    {
        var source = new TaskCompletionSource();
        var context = new ManualContext("A");
        var outcome = Blocked(
            () =>
            {
                var result = "";
                context.Under(() => result = new Call(kind, new Script().AwaitWithoutContext(source.Task)).Outcome());
                return result;
            },
            source.SetResult);
        trace.Expect("outcome", kind is Kinds.ValueTaskOfInt or Kinds.TaskOfInt ? "returned 42" : "returned", outcome);
        trace.Expect("posted", 0, context.Posted);
    }

    [Scenario(Kinds.Tasks)]
    public static void Many_threads_get_the_same_result(Trace trace, Kinds kind)
    {
        var signal = new Signal();
        var call = new Call(kind, new Script().Await(signal));
        var outcomes = new string[8];
        var threads = Enumerable.Range(0, outcomes.Length).Select(i => new Thread(() => outcomes[i] = call.Outcome())).ToList();
        threads.ForEach(thread => thread.Start());
        signal.Complete();
        threads.ForEach(thread => thread.Join());
        trace.Add(string.Join(", ", outcomes));
    }

    private static void WhileBlocked(Trace trace, Kinds kind, Func<Call, string> wait)
    {
        using var cancellation = new CancellationTokenSource();
        Action[] ends = [() => { }, () => throw new FormatException("thrown"), () => throw new OperationCanceledException(cancellation.Token)];
        foreach (var end in ends)
        {
            var signal = new Signal();
            var call = new Call(kind, new Script().Await(signal).Do(end));
            trace.Add(Blocked(() => wait(call), signal.Complete));
        }
    }

    /// <summary>Starts a thread that blocks on the call. Completes the call as soon as that thread is blocked, and returns the thread's outcome.</summary>
    private static string Blocked(Func<string> wait, Action complete)
    {
        var outcome = "";
        var thread = new Thread(() =>
        {
            try
            {
                outcome = wait();
            }
            catch (Exception exception)
            {
                outcome = $"threw {exception.GetType().Name}";
            }
        })
        {
            IsBackground = true,
            Name = "the blocked thread",
        };
        thread.Start();
        SpinWait.SpinUntil(() => thread.ThreadState.HasFlag(ThreadState.WaitSleepJoin) || !thread.IsAlive);
        complete();
        thread.Join();
        return outcome;
    }
}
