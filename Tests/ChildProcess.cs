using System.Diagnostics;

namespace Tests;

/// <summary>Runs a program to its end and returns what it printed.</summary>
internal static class ChildProcess
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(20);

    // The prefixes of environment variables that the test run's own build may have set. Programs that tests run must not get these variables.
    private static readonly string[] s_inherited = ["MSBUILD", "VSTEST", "TESTINGPLATFORM"];

    /// <summary>Runs a program that may fail. Returns its standard output, followed by its error output.</summary>
    public static (int ExitCode, string Output) Run(string program, string folder, params string[] arguments) => Run(new Dictionary<string, string>(), program, folder, arguments);

    /// <summary>Runs a program that may fail, with additional environment variables.</summary>
    public static (int ExitCode, string Output) Run(IReadOnlyDictionary<string, string> variables, string program, string folder, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (var name in start.Environment.Keys.Where(IsInherited).ToList())
        {
            start.Environment.Remove(name);
        }

        // A project outside the repository must not use the test run's package folder.
        if (!folder.StartsWith(Repository.Root, StringComparison.Ordinal))
        {
            start.Environment.Remove("NUGET_PACKAGES");
        }

        foreach (var (name, value) in variables)
        {
            start.Environment[name] = value;
        }

        using var process = Process.Start(start)!;
        process.StandardInput.Close();
        var output = process.StandardOutput.ReadToEndAsync();
        var errors = process.StandardError.ReadToEndAsync();
        if (!process.WaitForExit(s_patience) || !Task.WaitAll([output, errors], s_patience))
        {
            process.Kill(entireProcessTree: true);
            Assert.Fail($"{program} {string.Join(' ', arguments)} did not end within {s_patience}.");
        }

        return (process.ExitCode, output.Result + errors.Result);
    }

    private static bool IsInherited(string name) =>
        s_inherited.Any(prefix => name.StartsWith(prefix, StringComparison.OrdinalIgnoreCase));
}
