using Tests.Builders.Conformance.Scenarios;
using Tests.Compilation;

namespace Tests.Builders.Conformance;

/// <summary>Runs a scenario in a process that does nothing else.</summary>
/// <remarks>
/// In the process of the test run, measurements of the thread pool would be disturbed. About twenty times a second, that process starts a delay, which
/// allocates 168 bytes on a thread of the pool. On a busy machine, a thousand measured calls take so long that more than one delay starts meanwhile.
/// </remarks>
internal static class ScenarioProcess
{
    public const string Verb = "scenario";

    /// <summary>Runs the scenario as a Release build with pooled builders, and returns the lines of its trace.</summary>
    public static string[] Run(ScenarioCase scenario, Kinds kind)
    {
        var folder = Directory.CreateTempSubdirectory("PooledAwait.");
        try
        {
            var image = Path.Combine(folder.FullName, "Scenarios.dll");
            File.WriteAllBytes(image, ScenarioContext.Image(BuilderChoice.Pooled, optimised: true));
            var output = Dotnet.Run(folder.FullName, typeof(ScenarioProcess).Assembly.Location, Verb, image, scenario.Method, $"{(int)kind}");
            var lines = output.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
            Assert.That(lines, Has.Some.Contains(" windows, "), "It has counted.");
            return lines;
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    /// <summary>Runs the scenario. The separate process calls this method.</summary>
    public static int RunHere(string image, string method, int kind)
    {
        var subject = Subject.FromFiles(BuilderChoice.Pooled, image, References.Runtime(References.Current));
        foreach (var line in subject.Run(ScenarioCase.All.Single(scenario => scenario.Method == method), (Kinds)kind))
        {
            Console.Out.WriteLine(line);
        }

        return 0;
    }
}
