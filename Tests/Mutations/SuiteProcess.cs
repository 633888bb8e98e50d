using System.Diagnostics;

namespace Tests.Mutations;

/// <summary>Runs tests against a build of the runtime in a separate process, because a fault may end the process or keep it from ending.</summary>
internal static class SuiteProcess
{
    public const string Verb = "mutation-run";

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(6);

    /// <param name="files">The files that the tests run.</param>
    /// <param name="runtime">The file of PooledAwait.Runtime that they run with.</param>
    /// <param name="part">The part of the suite.</param>
    /// <param name="tests">The names of the tests to run; none for all tests of the part.</param>
    /// <returns>The first test that notices something, and what it says; null if none does.</returns>
    public static (string Test, string What)? Run(SuiteFiles files, string runtime, SuitePart part, params string[] tests)
    {
        var start = new ProcessStartInfo(
            Dotnet.Host,
            [typeof(SuiteProcess).Assembly.Location, Verb, files.Folder, runtime, part.ToString(), .. tests]);

        // Tests that look for races need this much time to find one.
        start.Environment.TryAdd("POOLEDAWAIT_STRESS_SECONDS", "1");
        return NoticingProcess.Run(start, s_patience, part.ToString());
    }

    /// <summary>Runs in the separate process: writes each test's name before it runs the test, and ends at the first test that notices something.</summary>
    public static int RunHere(string folder, string runtime, string part, IReadOnlyList<string> tests)
    {
        foreach (var check in Check.In(Enum.Parse<SuitePart>(part), new SuiteFiles(folder), runtime))
        {
            if (tests.Count > 0 && !tests.Contains(check.Name))
            {
                continue;
            }

            Console.Out.WriteLine(NoticingProcess.Running + check.Name);
            if (Notice(check) is { } what)
            {
                Console.Out.WriteLine(NoticingProcess.Noticed + what.ReplaceLineEndings(" "));
                Environment.Exit(1);
            }
        }

        // Exits explicitly, because a test that does not end keeps its thread.
        Environment.Exit(0);
        return 0;
    }

    private static string? Notice(Check check)
    {
        try
        {
            return check.Notice();
        }
        catch (Exception e)
        {
            return $"{e.GetType().Name}: {e.Message}";
        }
    }
}
