using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Calls while somebody listens to the events of tasks.</summary>
public static class Listening
{
    [Scenario(Kinds.All)]
    public static void With_the_events_of_tasks_on_nothing_is_different(Trace trace, Kinds kind)
    {
        using var listener = new TaskEvents("nothing");
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
