using System.Diagnostics;

namespace Tests.Mutations;

/// <summary>Runs tests against a build of the runtime in a process of their own, which a fault may end or keep from ending.</summary>
internal static class SuiteProcess
{
    public const string Verb = "mutation-run";

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(6);

    /// <param name="files">What the tests run.</param>
    /// <param name="runtime">The file of PooledAwait.Runtime that they run with.</param>
    /// <param name="part">The tests.</param>
    /// <param name="tests">Some of them by their names; none for all.</param>
    /// <returns>The first test that notices something, and what it says; null where none does.</returns>
    public static (string Test, string What)? Run(SuiteFiles files, string runtime, SuitePart part, params string[] tests)
    {
        var start = new ProcessStartInfo(
            Dotnet.Host,
            [typeof(SuiteProcess).Assembly.Location, Verb, files.Folder, runtime, part.ToString(), .. tests]);

        // What looks for races has to come upon one.
        start.Environment.TryAdd("POOLEDAWAIT_STRESS_SECONDS", "1");
        return NoticingProcess.Run(start, s_patience, part.ToString());
    }

    /// <summary>The process itself: writes each test's name before it runs it, and ends at the first that notices something.</summary>
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

        // A test that does not end keeps its thread.
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
