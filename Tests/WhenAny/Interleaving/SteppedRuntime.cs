using System.Reflection;
using Tests.Compilation;
using Tests.Interleaving;

namespace Tests.WhenAny.Interleaving;

/// <summary>
/// A variant of PooledAwait.Runtime. Its promises (the objects that wait for the tasks) call <see cref="Schedule.Point"/> before each step that other threads
/// can see.
/// </summary>
public static class SteppedRuntime
{
    private static readonly Lazy<Entrances> s_entrances = new(() => new Entrances(Load(new RuntimeVariant())));

    public static Entrances Entrances => s_entrances.Value;

    /// <summary>Returns the same runtime, but with a fault in a promise.</summary>
    public static Entrances Faulty(string text, string replacement) => new(Load(new RuntimeVariant().ReplaceOnce("WhenAnyPromise.cs", text, replacement)));

    private static Assembly Load(RuntimeVariant runtime) => runtime
        .Add("Steps.cs", Steps.Source)
        .Replace("WhenAnyPromise.cs", "TaskContinuations.TryAdd(_tasks[registered]!", "TaskContinuations.TryAdd(Steps.Before(_tasks[registered])!")
        .Replace("WhenAnyPromise.cs", "TaskContinuations.Remove(task", "TaskContinuations.Remove(Steps.Before(task)")
        .Replace("WhenAnyPromise.cs", "!task.IsCompleted", "!Steps.Before(task).IsCompleted")
        .Replace("WhenAnyPromise.cs", "if (_tasks[slot] is", "if (Steps.Before(_tasks)[slot] is")
        .Replace("WhenAnyPromise.cs", "_tasks[slot] = null;", "Steps.Before(_tasks); _tasks[slot] = null;")
        .Replace("WhenAnyPromise.cs", "var own = 1 << slot;", "var own = 1 << Steps.Before(slot);")
        .Load();
}
