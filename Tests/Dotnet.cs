namespace Tests;

/// <summary>Runs the dotnet command, or a program that it built, and returns what it printed.</summary>
internal static class Dotnet
{
    private static readonly Dictionary<string, string> s_variables = new()
    {
        ["DOTNET_CLI_UI_LANGUAGE"] = "en",
        ["DOTNET_NOLOGO"] = "1",
    };

    private static readonly Dictionary<string, string> s_ofBuilds = new(s_variables)
    {
        ["RunAnalyzers"] = "false",

        // A build must leave no process running, because such a process would keep the command's output open, and the test reads the output to its end.
        ["DOTNET_CLI_USE_MSBUILD_SERVER"] = "0",
        ["MSBUILDDISABLENODEREUSE"] = "1",
        ["UseSharedCompilation"] = "true",
        ["SharedCompilationId"] = CompilerServer.Name,

        // A build takes only seconds, so profile-guided optimisation would not pay.
        ["DOTNET_TieredPGO"] = "0",

        // Switches NuGet's audit off, as this repository does. Not every registry offers the service that the audit needs.
        ["NuGetAudit"] = "false",
    };

    /// <summary>The path of the dotnet command.</summary>
    public static string Host => Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet";

    /// <summary>Runs a command that must succeed.</summary>
    public static string Run(string folder, params string[] arguments)
    {
        var (exitCode, output) = TryRun(folder, arguments);
        Assert.That(exitCode, Is.Zero, () => $"dotnet {string.Join(' ', arguments)}\n{output}");
        return output;
    }

    /// <summary>Runs a command that may fail. Returns its standard output, followed by its error output.</summary>
    public static (int ExitCode, string Output) TryRun(string folder, params string[] arguments) => TryRun([], folder, arguments);

    /// <summary>Runs a command that may fail, with additional environment variables.</summary>
    public static (int ExitCode, string Output) TryRun(Dictionary<string, string> variables, string folder, params string[] arguments)
    {
        var isProgram = Path.GetExtension(arguments[0]) == ".dll";
        var all = new Dictionary<string, string>(isProgram ? s_variables : s_ofBuilds);
        foreach (var (name, value) in variables)
        {
            all[name] = value;
        }

        return ChildProcess.Run(all, Host, folder, arguments);
    }
}
