namespace Work.Continuations;

/// <summary>Logs the faults of tasks that nobody awaits. Most tasks do not fault.</summary>
public sealed class FaultLog
{
    /// <summary>The number of logged exceptions.</summary>
    public int Entries { get; private set; }

    /// <summary>The name that was logged last.</summary>
    public string? LastName { get; private set; }

    /// <summary>Logs the task's exception if it faults.</summary>
    public static Task Watch(Task task, string name, FaultLog log) => task.ContinueWith(
        antecedent => log.Add(name, antecedent.Exception!), CancellationToken.None, Following.OnFaultInPlace, TaskScheduler.Default);

    /// <summary>Makes the same call as the method above, but passes a state object.</summary>
    public static Task WatchByHand(Task task, string name, FaultLog log) => task.ContinueWith(
        static (antecedent, state) =>
        {
            var entry = (NameAndLog)state!;
            entry.Log.Add(entry.Name, antecedent.Exception!);
        },
        new NameAndLog { Name = name, Log = log }, CancellationToken.None, Following.OnFaultInPlace, TaskScheduler.Default);

    private void Add(string name, AggregateException exception)
    {
        LastName = name;
        Entries += exception.InnerExceptions.Count;
    }

    private sealed class NameAndLog
    {
        public required string Name { get; init; }

        public required FaultLog Log { get; init; }
    }
}
