using System.Diagnostics;

namespace Tests.Inspect.Stacks;

/// <summary>Runs the tool on a program repeatedly, until the output shows that the program's calls have reached the expected state.</summary>
internal static class RepeatedLook
{
    /// <summary>The time after which a test gives up, because the expected output does not come.</summary>
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1);

    /// <param name="isThere">Whether the output shows the expected state.</param>
    /// <param name="prepare">An action to run before each run of the tool.</param>
    /// <param name="arguments">The tool's arguments.</param>
    /// <returns>The output and the error output of the last run. The output shows the expected state, unless the test gave up.</returns>
    public static (string Output, string Error) Until(Func<string, bool> isThere, Action prepare, params string[] arguments)
    {
        var clock = Stopwatch.StartNew();
        while (true)
        {
            prepare();
            var (exitCode, output, error) = ToolRun.Run(arguments);
            Assert.That(exitCode, Is.Zero, error);
            if (isThere(output) || clock.Elapsed > s_patience)
            {
                return (output, error);
            }
        }
    }
}
