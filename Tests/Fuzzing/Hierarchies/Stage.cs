using System.Globalization;

namespace Tests.Fuzzing.Hierarchies;

/// <summary>
/// What generated hierarchies see of the outside: pauses, which end one after the other on the one thread that there is, turns, and the trace. One program runs at a time.
/// </summary>
public static class Stage
{
    /// <summary>How many methods one call may run: some call each other for ever.</summary>
    private const int MethodsOfACall = 12;

    private static readonly Queue<TaskCompletionSource> s_pauses = [];
    private static readonly List<string> s_lines = [];
    private static int s_turns;
    private static int s_methods;

    /// <summary>A task that ends when all that could run has run.</summary>
    public static Task Pause()
    {
        var pause = new TaskCompletionSource();
        s_pauses.Enqueue(pause);
        return pause.Task;
    }

    /// <summary>True and false by turns, so that calls of one method differ.</summary>
    public static bool Turn() => s_turns++ % 3 != 1;

    /// <summary>Says that a method runs.</summary>
    /// <param name="method">What stands for it in its program.</param>
    /// <param name="value">What it was given.</param>
    public static void Enter(string method, object? value = null)
    {
        Log($"{method} {Text(value)}");
        if (++s_methods > MethodsOfACall)
        {
            throw new StageException("too many methods");
        }
    }

    public static void Log(object? value) => s_lines.Add(Text(value));

    /// <summary>A value of any type that a program has.</summary>
    public static T Some<T>() =>
        typeof(T) == typeof(int) ? (T)(object)5
        : typeof(T) == typeof(string) ? (T)(object)"text"
        : typeof(T).IsInterface || typeof(T).IsAbstract ? default!
        : Activator.CreateInstance<T>();

    /// <summary>Makes a call, waits for it where it is awaited, and says how it ended.</summary>
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

        // Nothing is said of one that is not for the object.
        if (s_lines.Count > lines)
        {
            s_lines.Insert(lines, name);
        }
    }

    /// <summary>Runs a program to its end.</summary>
    /// <returns>What it did, line by line.</returns>
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

/// <summary>What generated hierarchies throw.</summary>
public sealed class StageException(string message) : Exception(message);
