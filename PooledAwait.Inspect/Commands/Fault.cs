using System.CommandLine;

namespace PooledAwait.Inspect.Commands;

/// <summary>Handles unusable input in the same way for every command: one message on the error output, and exit code 1.</summary>
internal static class Fault
{
    private const int ExitCode = 1;

    /// <summary>The exit code that shells expect after ctrl-C has ended a program.</summary>
    private const int Interrupted = 130;

    public static int Guard(ParseResult parsed, Action run)
    {
        try
        {
            run();
            return 0;
        }
        catch (OperationCanceledException)
        {
            return Interrupted;
        }
        catch (Exception exception) when (IsOfInput(exception))
        {
            return Report(parsed, exception);
        }
    }

    public static async Task<int> GuardAsync(ParseResult parsed, Func<Task<int>> run)
    {
        try
        {
            return await run();
        }
        catch (OperationCanceledException)
        {
            return Interrupted;
        }
        catch (Exception exception) when (IsOfInput(exception))
        {
            return Report(parsed, exception);
        }
    }

    private static bool IsOfInput(Exception exception) => exception is InputException or IOException or UnauthorizedAccessException;

    private static int Report(ParseResult parsed, Exception exception)
    {
        parsed.InvocationConfiguration.Error.WriteLine(exception.Message);
        return ExitCode;
    }
}
