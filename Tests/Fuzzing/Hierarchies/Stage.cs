using System.Globalization;

namespace Tests.Fuzzing.Hierarchies;

/// <summary>
/// Generated hierarchies call these methods to suspend, to choose a path, and to log what they do. One program runs at a time. All tasks of <see cref="Pause"/>
/// end on one thread, one after the other.
/// </summary>
public static class Stage
{
    /// <summary>
    /// The greatest number of methods that may run during one <see cref="Call"/>. The script (the generated class <c>Script</c>) makes these calls. Without a
    /// limit, some methods would call each other for ever.
    /// </summary>
    private const int MethodsOfACall = 12;

    private static readonly Queue<TaskCompletionSource> s_pauses = [];
    private static readonly List<string> s_lines = [];
    private static int s_turns;
    private static int s_methods;

    /// <summary>Returns a task that ends when no other code of the program can run.</summary>
    public static Task Pause()
    {
        var pause = new TaskCompletionSource();
        s_pauses.Enqueue(pause);
        return pause.Task;
    }

    /// <summary>Returns true or false in a fixed sequence, so that a method takes different paths in different calls.</summary>
    public static bool Turn() => s_turns++ % 3 != 1;

    /// <summary>Logs that a method has started. Throws if too many methods have run during the script's current call.</summary>
    /// <param name="method">The method's name in the trace.</param>
    /// <param name="value">The method's argument.</param>
    public static void Enter(string method, object? value = null)
    {
        Log($"{method} {Text(value)}");
        if (++s_methods > MethodsOfACall)
        {
            throw new StageException("too many methods");
        }
    }

    public static void Log(object? value) => s_lines.Add(Text(value));

    /// <summary>Returns a value of the given type; null for an interface or an abstract class.</summary>
    public static T Some<T>() =>
        typeof(T) == typeof(int) ? (T)(object)5
        : typeof(T) == typeof(string) ? (T)(object)"text"
        : typeof(T).IsInterface || typeof(T).IsAbstract ? default!
        : Activator.CreateInstance<T>();

    /// <summary>Makes a call, awaits it, and logs the exception if the call throws one.</summary>
    public static async Task Call(string name, Func<Task> call)
    {
        s_methods = 0;
        var lines = s_lines.Count;
        try
        {
            await call();
        }
        catch (Exception exception)
        {
            Log($"{exception.GetType().Name}: {exception.Message}");
        }

        // Writes the call's name before the lines that the call logged. The called method returns at once if the script's object does not have the type that
        // the method expects. Such a call logs nothing, so its name is not written.
        if (s_lines.Count > lines)
        {
            s_lines.Insert(lines, name);
        }
    }

    /// <summary>Runs a program to its end.</summary>
    /// <returns>The lines of its trace.</returns>
    internal static IReadOnlyList<string> Run(Func<Task> script)
    {
        s_pauses.Clear();
        s_lines.Clear();
        s_turns = 0;
        var running = script();
        while (!running.IsCompleted && s_pauses.TryDequeue(out var pause))
        {
            pause.SetResult();
        }

        Log($"{running.Status} {running.Exception?.InnerException}");
        return [.. s_lines];
    }

    private static string Text(object? value) => value switch
    {
        null => "null",
        IFormattable plain => plain.ToString(format: null, CultureInfo.InvariantCulture),
        string text => text,
        Exception exception => $"{exception.GetType().Name}: {exception.Message}",
        _ => value.GetType().Name,
    };
}

/// <summary>The exception that generated hierarchies throw.</summary>
public sealed class StageException(string message) : Exception(message);
