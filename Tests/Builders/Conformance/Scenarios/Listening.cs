using System.Reflection;
using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Calls while somebody watches tasks.</summary>
public static class Listening
{
    [Scenario(Kinds.All)]
    public static void With_the_events_of_tasks_on_nothing_is_different(Trace trace, Kinds kind)
    {
        using var listener = new TaskEvents("nothing");
        AwaitEverything(trace, kind);
    }

    /// <summary>As a debugger sets it: every promise and every await is then written down.</summary>
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
            trace.Add(name, kind == Kinds.Void ? "went on" : call.Outcome());
        }
    }

    /// <summary>The second await may not be reached yet where the first one resumes on the pool; what completes it must not come before.</summary>
    private static void CompleteOnceAwaited(Action complete)
    {
        if (complete.Target is Signal signal)
        {
            SpinWait.SpinUntil(() => signal.IsAwaited);
        }

        complete();
    }
}
