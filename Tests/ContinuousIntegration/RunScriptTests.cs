using NUnit.Framework;

namespace Tests.ContinuousIntegration;

/// <summary>The script <c>.ci/run</c>, with a command in the place of dotnet that writes result files as a test tells it to.</summary>
[Platform(Exclude = "Win", Reason = "The script is one for bash.")]
[Parallelizable(ParallelScope.Self)]
public sealed class RunScriptTests
{
    private TemporaryFolder _folder = null!;

    private string Tools => Directory.CreateDirectory(_folder.PathOf("tools")).FullName;

    [SetUp]
    public void CopyScript()
    {
        _folder = new TemporaryFolder();
        Directory.CreateDirectory(_folder.PathOf(".ci"));
        File.Copy(Repository.PathOf(".ci", "run"), _folder.PathOf(".ci", "run"));
    }

    [TearDown]
    public void Delete() => _folder.Dispose();

    [Test]
    public void Tells_how_many_tests_passed()
    {
        var (exitCode, lastLine) = Run(0, Results(total: 7, executed: 7, passed: 7, failed: 0));

        Assert.That(lastLine, Is.EqualTo("7 passed, 0 failed"));
        Assert.That(exitCode, Is.Zero);
    }

    [Test]
    public void Adds_up_the_results_of_several_projects()
    {
        var (exitCode, lastLine) = Run(
            1, Results(total: 7, executed: 7, passed: 7, failed: 0), Results(total: 5, executed: 4, passed: 2, failed: 2));

        Assert.That(lastLine, Is.EqualTo("9 passed, 2 failed, 1 skipped"));
        Assert.That(exitCode, Is.EqualTo(1));
    }

    [Test]
    public void Fails_when_a_result_is_a_failure_whatever_the_command_says()
    {
        var (exitCode, lastLine) = Run(0, Results(total: 3, executed: 3, passed: 2, failed: 1));

        Assert.That(lastLine, Is.EqualTo("2 passed, 1 failed"));
        Assert.That(exitCode, Is.Not.Zero);
    }

    [Test]
    public void Counts_a_test_that_ended_in_an_error_or_a_timeout_as_failed()
    {
        var (exitCode, lastLine) = Run(0, Results(total: 3, executed: 3, passed: 2, failed: 0));

        Assert.That(lastLine, Is.EqualTo("2 passed, 1 failed"));
        Assert.That(exitCode, Is.Not.Zero);
    }

    [Test]
    public void Fails_when_the_command_does_though_no_test_did()
    {
        var (exitCode, lastLine) = Run(134, Results(total: 3, executed: 3, passed: 3, failed: 0));

        Assert.That(lastLine, Is.EqualTo("3 passed, 0 failed"));
        Assert.That(exitCode, Is.EqualTo(134));
    }

    [Test]
    public void Fails_when_no_test_ran_and_takes_no_results_of_an_earlier_run()
    {
        Directory.CreateDirectory(_folder.PathOf("TestResults"));
        File.WriteAllText(_folder.PathOf("TestResults", "old.trx"), Results(total: 3, executed: 3, passed: 3, failed: 0));

        var (exitCode, lastLine) = Run(0);

        Assert.That(lastLine, Is.EqualTo("0 passed, 0 failed"));
        Assert.That(exitCode, Is.Not.Zero);
    }

    [Test]
    public void Fails_when_the_packages_cannot_be_packed()
    {
        var (exitCode, lastLine) = Run(0, only: false, restoring: 0, packing: 3, [], Results(total: 3, executed: 3, passed: 3, failed: 0));

        Assert.That(lastLine, Is.EqualTo("3 passed, 0 failed"));
        Assert.That(exitCode, Is.EqualTo(3));
    }

    [Test]
    public void Runs_the_commands_of_the_readme_with_a_package_folder_that_is_empty_and_named_without_a_slash()
    {
        const string Test = "dotnet test -c Release";
        const string Pack = "dotnet pack -c Release -o artifacts";
        var packages = Directory.CreateDirectory(_folder.PathOf(".packages"));
        packages.CreateSubdirectory("old");

        Run(0);

        Assert.That(File.ReadAllLines(Repository.PathOf("README.md")), Is.SupersetOf((string[])[Test, Pack]));
        Assert.That(File.ReadAllLines(_folder.PathOf("commands.txt")), Is.EqualTo((string[])
        [
            $"dotnet restore, packages in {packages.FullName}",
            $"{Test} --logger trx --results-directory TestResults, packages in {packages.FullName}",
            $"{Pack}, packages in {packages.FullName}",
        ]));
        Assert.That(Directory.Exists(packages.FullName), Is.False);
    }

    [Test]
    public void Takes_the_packages_of_the_machine_where_none_can_be_had()
    {
        var machine = _folder.PathOf("machine");

        var (code, lastLine) = Run(
            0, only: false, restoring: 1, packing: 0, [$"NUGET_PACKAGES={machine}/"], Results(total: 1, executed: 1, passed: 1, failed: 0));

        Assert.That(
            File.ReadAllLines(_folder.PathOf("commands.txt")).Skip(1),
            Has.Exactly(2).Items.And.All.EndsWith($", packages in {machine}"));
        Assert.That(lastLine, Is.EqualTo("1 passed, 0 failed"));
        Assert.That(code, Is.Zero);
    }

    [TestCase("0", 0, "update\ninstall -y --no-install-recommends chromium\nupdate\ninstall -y --no-install-recommends redis-server postgresql\n")]
    [TestCase("0", 100, "update\nupdate\n")]
    [TestCase("1000", 0, "")]
    public void Installs_a_browser_and_servers_where_there_are_none_and_goes_on_without(string user, int exitCode, string expected)
    {
        // Nothing but what is named here is on the path, and so no browser and no server.
        var folders = Environment.GetEnvironmentVariable("PATH")!.Split(':');
        foreach (var tool in (string[])["bash", "sh", "cat", "dirname", "rm", "mkdir", "find", "grep", "sed", "awk"])
        {
            File.CreateSymbolicLink(Path.Combine(Tools, tool), folders.Select(folder => Path.Combine(folder, tool)).First(File.Exists));
        }

        Script("id", $"echo {user}");
        Script("apt-get", "echo \"$@\" >> installed.txt", $"exit {exitCode}");

        var (code, lastLine) = Run(0, only: true, restoring: 0, packing: 0, [], Results(total: 1, executed: 1, passed: 1, failed: 0));

        var installed = _folder.PathOf("installed.txt");
        Assert.That(File.Exists(installed) ? File.ReadAllText(installed) : "", Is.EqualTo(expected));
        Assert.That(lastLine, Is.EqualTo("1 passed, 0 failed"));
        Assert.That(code, Is.Zero);
    }

    private (int ExitCode, string LastLine) Run(int exitCode, params string[] results)
    {
        Script("chromium", "exit 0");
        return Run(exitCode, only: false, restoring: 0, packing: 0, [], results);
    }

    /// <param name="exitCode">The test command's.</param>
    /// <param name="only">Whether the tools of this test are all that is on the path.</param>
    /// <param name="restoring">The exit code of the command that restores.</param>
    /// <param name="packing">The exit code of the command that packs.</param>
    /// <param name="variables">What the environment has, as <c>name=value</c>.</param>
    /// <param name="results">The result files that the test command writes.</param>
    private (int ExitCode, string LastLine) Run(int exitCode, bool only, int restoring, int packing, string[] variables, params string[] results)
    {
        Script("dotnet",
        [
            "echo \"dotnet $@, packages in $NUGET_PACKAGES\" >> commands.txt",
            $"[ $1 = restore ] && exit {restoring}",
            $"[ $1 = pack ] && exit {packing}",
            "mkdir -p TestResults",
            .. results.Select((result, number) => $"cat > TestResults/{number}.trx <<'END'\n{result}\nEND"),
            $"exit {exitCode}",
        ]);

        var path = only ? Tools : $"{Tools}:{Environment.GetEnvironmentVariable("PATH")}";
        var (code, output) = ChildProcess.Run("env", _folder.FullName, [$"PATH={path}", .. variables, "bash", ".ci/run"]);
        return (code, output.TrimEnd().Split('\n')[^1]);
    }

    private void Script(string name, params string[] lines)
    {
        var file = Path.Combine(Tools, name);
        File.WriteAllLines(file, ["#!/bin/sh", .. lines]);
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        }
    }

    // As Visual Studio's test platform writes it.
    private static string Results(int total, int executed, int passed, int failed) => $"""
        <?xml version="1.0" encoding="utf-8"?>
        <TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010">
          <ResultSummary outcome="Completed">
            <Counters total="{total}" executed="{executed}" passed="{passed}" failed="{failed}" error="0" timeout="0" aborted="0" inconclusive="0" passedButRunAborted="0" notRunnable="0" notExecuted="0" disconnected="0" warning="0" completed="0" inProgress="0" pending="0" />
          </ResultSummary>
        </TestRun>
        """;
}
