using System.Reflection;
using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Makes calls while a listener or a debugger watches tasks.</summary>
public static class Listening
{
    [Scenario(Kinds.All)]
    public static void With_the_events_of_tasks_on_nothing_is_different(Trace trace, Kinds kind)
    {
        using var listener = new TaskEvents("nothing");
        AwaitEverything(trace, kind);
    }

    /// <summary>Sets the field that a debugger sets to make the base library record every promise and every await.</summary>
    [Scenario(Kinds.All)]
    public static void With_async_debugging_on_nothing_is_different(Trace trace, Kinds kind)
    {
        var isOn = typeof(Task).GetField("s_asyncDebuggingEnabled", BindingFlags.Static | BindingFlags.NonPublic)!;
        isOn.SetValue(null, true);
        try
        {
            AwaitEverything(trace, kind);
        }
        finally
        {
            isOn.SetValue(null, false);
        }
    }

    private static void AwaitEverything(Trace trace, Kinds kind)
    {
        foreach (var (name, arrange) in Awaits.All)
        {
            using var done = new ManualResetEventSlim();
            var script = new Script();
            var complete = arrange(script);
            var second = arrange(script);
            var call = new Call(kind, script.Do(done.Set));
            OwnThread.Run("another thread", complete);
            OwnThread.Run("another thread", () => CompleteOnceAwaited(second));
            trace.Await(name, done.WaitHandle);
            if (kind != Kinds.Void)
            {
                SpinWait.SpinUntil(() => call.IsCompleted); // a caller cannot block on a call with the base library's pooling builder
            }

            trace.Add(name, kind == Kinds.Void ? "went on" : call.Outcome());
        }
    }

    /// <summary>
    /// Completes the method's second await. If the method resumed on the thread pool after its first await, it may reach the second await late. So if the
    /// second await is of a <see cref="Signal"/>, waits until the method has reached it.
    /// </summary>
    private static void CompleteOnceAwaited(Action complete)
    {
        if (complete.Target is Signal signal)
        {
            SpinWait.SpinUntil(() => signal.IsAwaited);
        }

        complete();
    }
}
