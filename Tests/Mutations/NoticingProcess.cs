using System.Diagnostics;

namespace Tests.Mutations;

/// <summary>
/// A process that runs tests with a fault, which may end it or keep it from ending. It writes each test's name before it runs it, and ends at the first that notices something.
/// </summary>
internal static class NoticingProcess
{
    /// <summary>Stands before the name of a test that runs.</summary>
    public const string Running = "> ";

    /// <summary>Stands before what the last one says.</summary>
    public const string Noticed = "! ";

    /// <summary>What a page says of the runs without a fault.</summary>
    /// <param name="notices">What each of them noticed.</param>
    /// <param name="where">In what nothing should be noticed.</param>
    public static string WithoutFault(IReadOnlyList<(string Test, string What)?> notices, string where) =>
        notices.Any(notice => notice is not null)
            ? $"**Without a fault this is noticed: {string.Join(", ", notices.OfType<(string Test, string What)>().Select(notice => $"`{notice.Test}`"))}.**\n"
            : $"Without a fault nothing is noticed, {where}.\n";

    /// <param name="start">How to start it.</param>
    /// <param name="patience">How long it may take.</param>
    /// <param name="tests">What is to run, for a message where nothing does.</param>
    /// <returns>The first test that notices something, and what it says; null where none does.</returns>
    public static (string Test, string What)? Run(ProcessStartInfo start, TimeSpan patience, string tests)
    {
        start.RedirectStandardOutput = true;
        start.RedirectStandardError = true;
        using var process = Process.Start(start)!;
        var output = process.StandardOutput.ReadToEndAsync();
        var errors = process.StandardError.ReadToEndAsync();
        var hasEnded = process.WaitForExit(patience);
        if (!hasEnded)
        {
            process.Kill();
            process.WaitForExit();
        }

        var lines = output.Result.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        if (lines.LastOrDefault(line => line.StartsWith(Running)) is not { } last)
        {
            throw new InvalidOperationException($"No test of {tests} ran:\n{output.Result}{errors.Result}");
        }

        return process.ExitCode == 0
            ? null
            : (last[Running.Length..], lines[^1].StartsWith(Noticed) ? lines[^1][Noticed.Length..] : hasEnded ? "the process ended" : "the process did not end");
    }
}
