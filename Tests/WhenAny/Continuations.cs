using System.Reflection;

namespace Tests.WhenAny;

/// <summary>Counts the continuations that are registered with a task. Reads the task's private field for this.</summary>
public static class Continuations
{
    private static readonly FieldInfo s_field =
        typeof(Task).GetField("m_continuationObject", BindingFlags.Instance | BindingFlags.NonPublic)!;

    /// <summary>Returns the number of registered continuations.</summary>
    public static int CountOf(Task task) => s_field.GetValue(task) switch
    {
        null => 0,
        List<object?> list => Locked(list, static l => l.Count(continuation => continuation is not null)),
        _ => task.IsCompleted ? 0 : 1,
    };

    /// <summary>Returns the capacity of the task's list of continuations.</summary>
    public static int PlacesOf(Task task) => s_field.GetValue(task) is List<object?> list ? Locked(list, static l => l.Capacity) : 0;

    private static int Locked(List<object?> list, Func<List<object?>, int> read)
    {
        lock (list)
        {
            return read(list);
        }
    }
}
