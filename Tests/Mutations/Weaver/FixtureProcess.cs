using System.Diagnostics;
using System.Runtime.Loader;
using System.Text.Json.Nodes;
using Tests.Compilation;

namespace Tests.Mutations.Weaver;

/// <summary>Runs test fixtures of this project with another build of the weaver, in a separate process.</summary>
internal static class FixtureProcess
{
    public const string Verb = "weaver-mutation-run";

    private static readonly string s_program = typeof(FixtureProcess).Assembly.Location;

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(10);

    /// <param name="weaver">The file of PooledAwait.Fody that the tests run with.</param>
    /// <param name="tests">The names of the fixtures or tests to run.</param>
    /// <returns>The first test that noticed something wrong, and what this test noticed. Null if no test noticed anything wrong.</returns>
    public static (string Test, string What)? Run(string weaver, IEnumerable<string> tests)
    {
        var libraries = WithoutWeaver();
        try
        {
            return NoticingProcess.Run(
                new ProcessStartInfo(
                    Dotnet.Host,
                    ["exec", "--depsfile", libraries, "--runtimeconfig", Path.ChangeExtension(s_program, ".runtimeconfig.json"), s_program, Verb, weaver, .. tests]),
                s_patience,
                string.Join(", ", tests));
        }
        finally
        {
            File.Delete(libraries);
        }
    }

    /// <summary>The code of the separate process.</summary>
    public static int RunHere(string weaver, IReadOnlyList<string> tests)
    {
        AssemblyLoadContext.Default.Resolving += (context, name) => name.Name == WeaverSources.Assembly ? context.LoadFromAssemblyPath(weaver) : null;
        return FixtureRun.Run(tests);
    }

    /// <summary>
    /// Writes a .deps.json file that lists the libraries of this project, but not the weaver. So the separate process does not find this project's weaver, and
    /// loads the other build. The file is in the folder of the libraries, because the host looks for the libraries beside the file.
    /// </summary>
    private static string WithoutWeaver()
    {
        var libraries = JsonNode.Parse(File.ReadAllText(Path.ChangeExtension(s_program, ".deps.json")))!;
        foreach (var (name, library) in libraries["targets"]!.AsObject().SelectMany(target => target.Value!.AsObject()))
        {
            if (name.StartsWith(WeaverSources.Assembly + "/", StringComparison.Ordinal))
            {
                library!.AsObject().Remove("runtime");
            }
        }

        var file = Path.Combine(Path.GetDirectoryName(s_program)!, $"{Guid.NewGuid():N}.deps.json");
        File.WriteAllText(file, libraries.ToJsonString());
        return file;
    }
}
