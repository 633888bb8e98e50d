using System.Runtime.CompilerServices;
using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Counts how often UnobservedTaskException reports calls that fail.</summary>
public static class Unobserved
{
    [Scenario(Kinds.Awaitable)]
    public static void A_failed_call_that_nobody_consumes_is_told_of(Trace trace, Kinds kind)
    {
        trace.Add("later", TimesTold(new Escape("later"), exception => FailLater(kind, exception, _ => { })));
        trace.Add("at once", TimesTold(new Escape("at once"), exception => _ = new Call(kind, new Script().Throw(exception))));
        trace.Add("looked at", TimesTold(new Escape("looked at"), exception => FailLater(kind, exception, call => _ = call.State)));
        trace.Add("cancelled", TimesTold(new OperationCanceledException(), exception => FailLater(kind, exception, _ => { })));
    }

    [Scenario(Kinds.Awaitable)]
    public static void A_failed_call_that_is_consumed_is_not_told_of(Trace trace, Kinds kind)
    {
        trace.Add("result", TimesToldSoon(new Escape("result"), exception => FailLater(kind, exception, call => call.Outcome())));
        trace.Add("task", TimesToldSoon(new Escape("task"), exception => FailLater(kind, exception, call => _ = call.AsTask().Exception)));
    }

    [Scenario(Kinds.Awaitable)]
    public static void A_failed_call_whose_task_nobody_looks_at_is_told_of(Trace trace, Kinds kind) =>
        trace.Add("task", TimesTold(new Escape("task"), exception => FailLater(kind, exception, call => _ = call.AsTask())));

    /// <summary>
    /// Counts the reports of a failure that must be reported. At first, only recent objects are collected. If there is no report then, all objects are
    /// collected. A stack may have kept the call alive during the first collections, so that the call became an older object.
    /// </summary>
    private static int TimesTold(Exception exception, Action<Exception> act) => TimesToldSoon(exception, act, () =>
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
    });

    private static int TimesToldSoon(Exception exception, Action<Exception> act, Action? unlessTold = null)
    {
        var told = 0;
        EventHandler<UnobservedTaskExceptionEventArgs> count = (_, arguments) =>
        {
            if (arguments.Exception.InnerExceptions.Contains(exception))
            {
                Interlocked.Increment(ref told);
                arguments.SetObserved();
            }
        };
        TaskScheduler.UnobservedTaskException += count;
        act(exception);
        Listed.CollectYoung();
        if (Volatile.Read(ref told) == 0)
        {
            unlessTold?.Invoke();
        }

        TaskScheduler.UnobservedTaskException -= count;
        return told;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void FailLater(Kinds kind, Exception exception, Action<Call> then)
    {
        var signal = new Signal();
        var call = new Call(kind, new Script().Await(signal).Throw(exception));
        signal.Complete();
        then(call);
    }
}
