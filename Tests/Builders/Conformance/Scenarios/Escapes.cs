using System.Collections.Concurrent;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>An exception that a scenario lets escape from an async method or an awaiter.</summary>
public sealed class Escape(string message) : Exception(message);

/// <summary>
/// The escaped exceptions that were rethrown on the thread pool. The test's handler of unhandled exceptions offers each exception to this class. An
/// exception that no scenario claims ends the process, as usual.
/// </summary>
public static class Escapes
{
    private static readonly BlockingCollection<(Exception Exception, string Place)> s_caught = [];

    /// <summary>Whether the running scenario misuses a ValueTask. If it does, the builder's exception about the misuse counts as an escape too.</summary>
    public static bool ExpectsMisuse { get; set; }

    /// <returns>Whether a scenario let the exception escape. If so, the exception counts as handled.</returns>
    public static bool Claim(Exception exception)
    {
        if (!IsEscape(exception) && (exception as AggregateException)?.InnerExceptions.All(IsEscape) != true)
        {
            return false;
        }

        s_caught.Add((exception, Thread.CurrentThread.IsThreadPoolThread ? "on the pool" : "elsewhere"));
        return true;
    }

    /// <summary>Waits for the next escaped exception.</summary>
    public static string Next() =>
        s_caught.TryTake(out var caught, TimeSpan.FromMinutes(2)) ? $"{Text(caught.Exception)} {caught.Place}" : "none came";

    private static bool IsEscape(Exception exception) =>
        exception is Escape || ExpectsMisuse && exception is InvalidOperationException && exception.Message.Contains("[PooledAwaitIgnore]");

    private static string Text(Exception exception) => exception is AggregateException aggregate
        ? $"AggregateException({string.Join(", ", aggregate.InnerExceptions.Select(Text))})"
        : $"{exception.GetType().Name}({exception.Message})";
}
