using System.Diagnostics;
using NUnit.Framework;

namespace Tests.Packaging;

/// <summary>Runs the dotnet command, or a program that it built, and keeps what it printed.</summary>
internal static class Dotnet
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(5);

    // What the test run's own build left in the environment must not reach another build, and nothing may outlive the command: a build
    // server would keep the output open that is being read here.
    private static readonly string[] s_inherited = ["MSBUILD", "VSTEST", "NUGET_PACKAGES", "TESTINGPLATFORM"];

    /// <summary>Runs a command that has to succeed.</summary>
    public static string Run(string folder, params string[] arguments)
    {
        var (exitCode, output) = TryRun(folder, arguments);
        Assert.That(exitCode, Is.Zero, () => $"dotnet {string.Join(' ', arguments)}\n{output}");
        return output;
    }

    /// <summary>Runs a command that may fail; the output has both streams.</summary>
    public static (int ExitCode, string Output) TryRun(string folder, params string[] arguments) => TryRun([], folder, arguments);

    /// <summary>Runs a command that may fail, with environment variables of its own.</summary>
    public static (int ExitCode, string Output) TryRun(Dictionary<string, string> variables, string folder, params string[] arguments) =>
        Start(variables, Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet", folder, arguments);

    /// <summary>Runs any program that may fail; the output has both streams.</summary>
    public static (int ExitCode, string Output) Start(string program, string folder, params string[] arguments) =>
        Start([], program, folder, arguments);

    private static (int ExitCode, string Output) Start(Dictionary<string, string> variables, string program, string folder, string[] arguments)
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

        start.Environment["DOTNET_CLI_UI_LANGUAGE"] = "en";
        start.Environment["DOTNET_CLI_USE_MSBUILD_SERVER"] = "0";
        start.Environment["DOTNET_NOLOGO"] = "1";
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        start.Environment["UseSharedCompilation"] = "false";
        start.Environment["RunAnalyzers"] = "false";

        // The same as in this repository: the audit needs a service that not every registry offers.
        start.Environment["NuGetAudit"] = "false";

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
