using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>The contexts and schedulers of one experiment, which finds out where a continuation runs.</summary>
public sealed class Stage
{
    private readonly ManualContext _contextA = new("A");
    private readonly ManualContext _contextB = new("B");
    private readonly ManualScheduler _schedulerS = new("S");
    private readonly ManualScheduler _schedulerT = new("T");
    private readonly ManualResetEventSlim _arrived = new();
    private string? _line;

    /// <summary>Runs an action on this thread, under the context or scheduler with the given name.</summary>
    public void Under(string place, Action action)
    {
        switch (place)
        {
            case "nothing": action(); break;
            case "context A": _contextA.Under(action); break;
            case "context B": _contextB.Under(action); break;
            case "a task": InTask(action, new SameThreadScheduler(), TaskCreationOptions.HideScheduler); break;
            case "scheduler S": Rethrow(_schedulerS.Under(action)); break;
            case "scheduler T": Rethrow(_schedulerT.Under(action)); break;
            case "context A in scheduler S": Rethrow(_schedulerS.Under(() => _contextA.Under(action))); break;
            case "the base context":
                SynchronizationContext.SetSynchronizationContext(new SynchronizationContext());
                action();
                SynchronizationContext.SetSynchronizationContext(null);
                break;
            default: throw new ArgumentOutOfRangeException(nameof(place), place, null);
        }
    }

    /// <summary>Records where the continuation runs. The continuation calls this method.</summary>
    public void Arrive(Trace trace, string label, bool inPlace)
    {
        var place = new Trace();
        place.Place("ran");
        var line = $"{label}: {(inPlace ? "in place" : place.Lines[0])}, {Contexts()}, {(Task.CurrentId is null ? "in no task" : "in a task")}";
        if (Interlocked.Exchange(ref _line, line) is not null)
        {
            trace.Add($"{Expectation.Violation}{label}: ran twice");
        }

        _arrived.Set();
    }

    /// <summary>Runs what was posted and queued, waits for the continuation, and notes what <see cref="Arrive"/> has recorded.</summary>
    public void Finish(Trace trace)
    {
        var posted = $"{_contextA.Posted} + {_contextB.Posted} posted, {_schedulerS.Queued} + {_schedulerT.Queued} queued";
        _contextA.Run();
        _contextB.Run();
        _schedulerS.Run();
        _schedulerT.Run();
        trace.Await("the continuation", _arrived.WaitHandle);
        trace.Add($"{_line}; {posted}");
    }

    private static string Contexts()
    {
        var scheduler = TaskScheduler.Current == TaskScheduler.Default ? "the default scheduler" : TaskScheduler.Current.ToString();
        return $"{SynchronizationContext.Current?.ToString() ?? "no context"}, {scheduler}";
    }

    private static void InTask(Action action, TaskScheduler scheduler, TaskCreationOptions options)
    {
        var task = new Task(action, default, options);
        task.RunSynchronously(scheduler);
        Rethrow(task);
    }

    private static void Rethrow(Task task) => task.GetAwaiter().GetResult();
}
