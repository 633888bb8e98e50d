using System.Diagnostics;

namespace Tests.Mutations;

/// <summary>
/// A process that runs tests with a fault. The fault may end the process, or keep it from ending. So the process writes each test's name before it runs the
/// test. The process ends at the first test that notices something.
/// </summary>
internal static class NoticingProcess
{
    /// <summary>The prefix of the line with the name of the running test.</summary>
    public const string Running = "> ";

    /// <summary>The prefix of the line that says what the last test noticed.</summary>
    public const string Noticed = "! ";

    /// <summary>Returns the page's sentence about the runs without a fault.</summary>
    /// <param name="notices">What each run without a fault noticed; null for a run that noticed nothing.</param>
    /// <param name="where">How the sentence names the tests, for example <c>in any part</c>.</param>
    public static string WithoutFault(IReadOnlyList<(string Test, string What)?> notices, string where) =>
        notices.Any(notice => notice is not null)
            ? $"**Without a fault this is noticed: {string.Join(", ", notices.OfType<(string Test, string What)>().Select(notice => $"`{notice.Test}`"))}.**\n"
            : $"Without a fault nothing is noticed, {where}.\n";

    /// <param name="start">The process to start.</param>
    /// <param name="patience">The longest time that the process may take.</param>
    /// <param name="tests">The names of the tests, for the message if no test runs.</param>
    /// <returns>The first test that noticed something wrong, and what this test noticed. Null if no test noticed anything wrong.</returns>
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
