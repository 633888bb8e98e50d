using System.Diagnostics;
using PooledAwait.Inspect.Files;

namespace Tests.Inspect;

/// <summary>Tests what an interrupted weave leaves beside its output folder.</summary>
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
public sealed class InterruptedWeaveTests
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60);

    private ToolRun _run = null!;

    private string[] Folders => [.. Directory.GetDirectories(_run.Folder).Select(folder => Path.GetFileName(folder)).Order(StringComparer.Ordinal)];

    [SetUp]
    public void MakeFolder()
    {
        _run = new ToolRun();
        _run.Compile("App", ToolRun.Code);
    }

    [TearDown]
    public void DeleteFolder() => _run.Dispose();

    [TestCase("INT", 130)]
    [TestCase("TERM", 143)]
    public void One_that_is_told_to_end_leaves_nothing(string signal, int exitCode)
    {
        Assert.That(Interrupt(signal), Is.EqualTo(exitCode));
        Assert.That(Folders, Is.EqualTo(new[] { "in" }));
    }

    [Test]
    public void What_one_leaves_that_is_killed_the_next_deletes()
    {
        Interrupt("KILL");
        Assert.That(Folders, Has.Length.EqualTo(2).And.Some.Match(@"^\.out\.[0-9a-f]{32}\.tmp$"));

        Assert.That(Weave("out"), Is.Zero);
        Assert.That(Folders, Is.EqualTo(new[] { "in", "out" }));
    }

    [Test]
    public void What_is_no_dead_weave_s_stays()
    {
        string[] others = [".out.old.tmp", $".out.{new string('0', 32)}.tmp", $".another.{new string('0', 32)}.tmp"];
        foreach (var other in others)
        {
            Directory.CreateDirectory(_run.PathOf(other));
        }

        File.WriteAllText(_run.PathOf(others[2], "lock"), "");
        using (var atWork = new StagedFolder(_run.PathOf("out")))
        {
            Assert.That(Weave("out"), Is.Zero);
            atWork.Write("another.txt", [1]);
            atWork.Commit();
        }

        Assert.That(Folders, Is.EqualTo(others.Concat(["in", "out"]).Order(StringComparer.Ordinal)));
        Assert.That(_run.Files("out"), Is.EqualTo(new[] { "App.dll", "App.pdb", "PooledAwait.Runtime.dll", "another.txt" }));
    }

    private int Weave(string output) => ToolRun.Run("weave", _run.PathOf("in"), "-o", _run.PathOf(output)).ExitCode;

    /// <summary>Sends a signal to a weave that has begun. The weave cannot have ended yet, because the JIT must first compile the weaver.</summary>
    /// <returns>The exit code.</returns>
    private int Interrupt(string signal)
    {
        // Build servers run tests in the background. A background process may ignore ctrl-C, and then its child processes ignore it too. The command env undoes
        // this for the tool.
        string[] arguments =
        [
            "--default-signal=INT", Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet",
            Path.Combine(AppContext.BaseDirectory, "PooledAwait.Inspect.dll"), "weave", _run.PathOf("in"), "-o", _run.PathOf("out"),
        ];
        using var tool = Process.Start(new ProcessStartInfo("env", arguments) { RedirectStandardOutput = true })!;
        try
        {
            // The signal must come after the folder is locked, because the next weave does not delete a folder without a lock.
            Assert.That(SpinWait.SpinUntil(() => HasLocked() || tool.HasExited, s_patience) && !tool.HasExited);
            using var kill = Process.Start("kill", [$"-{signal}", $"{tool.Id}"]);
            Assert.That(tool.WaitForExit(s_patience));
            return tool.ExitCode;
        }
        finally
        {
            tool.Kill();
        }
    }

    private bool HasLocked() => Directory.GetDirectories(_run.Folder, ".out.*").Any(folder => File.Exists(Path.Combine(folder, "lock")));
}
