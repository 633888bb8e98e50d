using NUnit.Framework;

namespace Tests.ContinuousIntegration;

/// <summary>The script <c>.ci/run</c>, with a command in the place of dotnet that writes result files as a test tells it to.</summary>
[Platform(Exclude = "Win", Reason = "The script is one for bash.")]
[Parallelizable(ParallelScope.Self)]
public sealed class RunScriptTests
{
    private TemporaryFolder _folder = null!;

    [SetUp]
    public void CopyScript()
    {
        _folder = new TemporaryFolder();
        Directory.CreateDirectory(_folder.PathOf(".ci"));
        File.Copy(Repository.PathOf(".ci", "run"), _folder.PathOf(".ci", "run"));
    }

    [TearDown]
    public void Delete() => _folder.Dispose();

    /// <param name="testing">The exit code of the test command.</param>
    /// <param name="packing">That of the command that packs.</param>
    /// <param name="results">The counters of each result file: total, executed, passed, failed.</param>
    /// <param name="expected">The script's last line.</param>
    /// <param name="exitCode">The script's.</param>
    [TestCase(0, 0, "7 7 7 0", "7 passed, 0 failed", 0)]
    [TestCase(1, 0, "7 7 7 0, 5 4 2 2", "9 passed, 2 failed, 1 skipped", 1)]
    [TestCase(0, 0, "3 3 2 1", "2 passed, 1 failed", 1)]
    [TestCase(0, 0, "3 3 2 0", "2 passed, 1 failed", 1, Description = "Neither passed nor failed: an error, or a timeout.")]
    [TestCase(134, 0, "3 3 3 0", "3 passed, 0 failed", 134)]
    [TestCase(0, 3, "3 3 3 0", "3 passed, 0 failed", 3)]
    [TestCase(0, 0, "", "0 passed, 0 failed", 1)]
    public void Tells_what_the_result_files_hold_and_fails_when_anything_does(int testing, int packing, string results, string expected, int exitCode)
    {
        // Of an earlier run: it counts for nothing.
        Directory.CreateDirectory(_folder.PathOf("TestResults"));
        File.WriteAllText(_folder.PathOf("TestResults", "old.trx"), Results("9 9 9 0"));
        Tool("dotnet",
        [
            $"[ $1 = pack ] && exit {packing}",
            "[ $1 = restore ] && exit 0",
            "mkdir -p TestResults",
            .. results.Split(", ", StringSplitOptions.RemoveEmptyEntries).Select((counters, number) => $"echo '{Results(counters)}' > TestResults/{number}.trx"),
            $"exit {testing}",
        ]);

        Assert.That(Run(), Is.EqualTo((exitCode, expected)));
    }

    [TestCase(0, "/.packages")]
    [TestCase(1, "/machine", Description = "No package can be had: those of the machine are taken.")]
    public void Runs_the_commands_of_the_readme_with_a_package_folder_that_is_empty_and_named_without_a_slash(int restoring, string packages)
    {
        const string Test = "dotnet test -c Release";
        const string Pack = "dotnet pack -c Release -o artifacts";
        Directory.CreateDirectory(_folder.PathOf(".packages", "old"));
        Tool("dotnet", "echo \"dotnet $@, packages in $NUGET_PACKAGES\" >> commands.txt", $"[ $1 = restore ] && exit {restoring}", "exit 0");

        Run($"NUGET_PACKAGES={_folder.PathOf("machine")}/");

        Assert.That(File.ReadAllLines(Repository.PathOf("README.md")), Is.SupersetOf((string[])[Test, Pack]));
        Assert.That(File.ReadAllLines(_folder.PathOf("commands.txt")), Is.EqualTo((string[])
        [
            $"dotnet restore, packages in {_folder.FullName}/.packages",
            $"{Test} --logger trx --results-directory TestResults, packages in {_folder.FullName}{packages}",
            $"{Pack}, packages in {_folder.FullName}{packages}",
        ]));
        Assert.That(Directory.Exists(_folder.PathOf(".packages")), Is.False);
    }

    [TestCase("0", 0, "update\ninstall -y --no-install-recommends chromium\nupdate\ninstall -y --no-install-recommends mono-runtime\nupdate\ninstall -y --no-install-recommends clang zlib1g-dev\nupdate\ninstall -y --no-install-recommends redis-server postgresql mariadb-server-core nats-server\n")]
    [TestCase("0", 100, "update\nupdate\nupdate\nupdate\n", Description = "Nothing can be installed.")]
    [TestCase("1000", 0, "", Description = "Not by this user.")]
    public void Installs_a_browser_Mono_a_linker_and_servers_where_there_are_none_and_goes_on_without(string user, int exitCode, string expected)
    {
        // Nothing but what is named here is on the path, and so no browser, no Mono, no linker and no server.
        var folders = Environment.GetEnvironmentVariable("PATH")!.Split(':');
        foreach (var tool in (string[])["bash", "sh", "cat", "dirname", "rm", "mkdir", "find", "grep", "sed", "awk"])
        {
            File.CreateSymbolicLink(Path.Combine(Tools, tool), folders.Select(folder => Path.Combine(folder, tool)).First(File.Exists));
        }

        Tool("id", $"echo {user}");
        Tool("apt-get", "echo \"$@\" >> installed.txt", $"exit {exitCode}");
        Tool("dotnet", $"mkdir -p TestResults; echo '{Results("1 1 1 0")}' > TestResults/1.trx");

        var ended = Run($"PATH={Tools}");

        var installed = _folder.PathOf("installed.txt");
        Assert.That(File.Exists(installed) ? File.ReadAllText(installed) : "", Is.EqualTo(expected));
        Assert.That(ended, Is.EqualTo((0, "1 passed, 0 failed")));
    }

    private string Tools => Directory.CreateDirectory(_folder.PathOf("tools")).FullName;

    private void Tool(string name, params string[] lines)
    {
        var file = Path.Combine(Tools, name);
        File.WriteAllLines(file, ["#!/bin/sh", .. lines]);
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        }
    }

    private (int ExitCode, string LastLine) Run(params string[] variables)
    {
        var path = $"PATH={Tools}:{Environment.GetEnvironmentVariable("PATH")}";
        var (code, output) = ChildProcess.Run("env", _folder.FullName, [path, .. variables, "bash", ".ci/run"]);
        return (code, output.TrimEnd().Split('\n')[^1]);
    }

    // As Visual Studio's test platform writes it.
    private static string Results(string counters)
    {
        var counts = counters.Split(' ');
        return $"<TestRun><ResultSummary outcome=\"Completed\"><Counters total=\"{counts[0]}\" executed=\"{counts[1]}\" passed=\"{counts[2]}\" " +
            $"failed=\"{counts[3]}\" error=\"0\" timeout=\"0\" notExecuted=\"0\" /></ResultSummary></TestRun>";
    }
}
