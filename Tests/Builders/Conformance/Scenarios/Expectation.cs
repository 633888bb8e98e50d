using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>
/// Notes values in a trace, and a violation for each value that is not as expected. So a test can check one trace alone, without a comparison with another
/// builder's trace.
/// </summary>
public static class Expectation
{
    /// <summary>The beginning of each line that reports a violated expectation.</summary>
    public const string Violation = "! ";

    /// <summary>Notes a value, and a violation if it is not the expected one.</summary>
    public static void Expect<T>(this Trace trace, string label, T expected, T actual)
    {
        trace.Add(label, (object?)actual);
        if (!EqualityComparer<T>.Default.Equals(expected, actual))
        {
            trace.Add($"{Violation}{label}: expected {expected?.ToString() ?? "null"}, was {actual?.ToString() ?? "null"}");
        }
    }

    /// <summary>Notes which exception an action throws.</summary>
    public static Exception? Throws(this Trace trace, string label, Action action)
    {
        Exception? thrown = null;
        try
        {
            action();
        }
        catch (Exception exception)
        {
            thrown = exception;
        }

        trace.Add(label, thrown?.GetType().Name ?? "nothing thrown");
        return thrown;
    }

    /// <summary>Notes the type of the exception that an action throws, and a violation if it is not of the expected type.</summary>
    public static TException? Throws<TException>(this Trace trace, string label, Action action)
        where TException : Exception
    {
        var thrown = trace.Throws(label, action);
        if (thrown is not TException)
        {
            trace.Add($"{Violation}{label}: expected {typeof(TException).Name}, was {thrown?.ToString() ?? "nothing thrown"}");
        }

        return thrown as TException;
    }

    /// <summary>Waits for a handle that another thread must signal soon.</summary>
    public static void Await(this Trace trace, string label, WaitHandle handle)
    {
        if (!handle.WaitOne(TimeSpan.FromMinutes(2)))
        {
            trace.Add($"{Violation}{label}: never happened");
        }
    }
}
