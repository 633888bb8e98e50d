using System.Diagnostics;

namespace Tests.Mutations;

/// <summary>Runs tests with a build of PooledAwait.Runtime in a separate process. A fault may end this process, or keep it from ending.</summary>
internal static class SuiteProcess
{
    public const string Verb = "mutation-run";

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(6);

    /// <param name="files">The files that the tests run.</param>
    /// <param name="runtime">The file of PooledAwait.Runtime that the tests run with.</param>
    /// <param name="part">The part of the suite.</param>
    /// <param name="tests">The names of the tests to run; empty to run all tests of the part.</param>
    /// <returns>The first test that noticed something wrong, and what this test noticed. Null if no test noticed anything wrong.</returns>
    public static (string Test, string What)? Run(SuiteFiles files, string runtime, SuitePart part, params string[] tests)
    {
        var start = new ProcessStartInfo(
            Dotnet.Host,
            [typeof(SuiteProcess).Assembly.Location, Verb, files.Folder, runtime, part.ToString(), .. tests]);

        // The tests that look for races need this much time to find a race.
        start.Environment.TryAdd("POOLEDAWAIT_STRESS_SECONDS", "1");
        return NoticingProcess.Run(start, s_patience, part.ToString());
    }

    /// <summary>
    /// The code of the separate process. Writes each test's name before it runs the test, and ends the process at the first test that notices something.
    /// </summary>
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

        // Exits explicitly, because the thread of a test that has not ended could keep the process running.
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
