using System.Diagnostics;

namespace Tests.Inspect;

[Thorough]
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
public sealed class InterruptedComparisonTests
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60);

    [Test]
    public void Ctrl_C_ends_the_programs_and_deletes_the_copy()
    {
        using var run = new ToolRun();
        var program = ComparedProgramFolder.Compile(run);
        var temporary = Directory.CreateDirectory(run.PathOf("tmp")).FullName;
        var started = run.PathOf("started");
        string[] arguments =
        [
            Path.Combine(AppContext.BaseDirectory, "PooledAwait.Inspect.dll"), "compare", program,
            "--load", $"touch '{started}'; sleep 100", "--ready", "ready", "--", "serve", run.Folder,
        ];

        // Build servers run tests in the background. A background process may ignore ctrl-C, and then its child processes ignore it too. The command env undoes
        // this for the tool.
        string[] listening = ["--default-signal=INT", Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet", .. arguments];
        using var tool = Process.Start(new ProcessStartInfo("env", listening)
        {
            Environment = { ["TMPDIR"] = temporary },
            RedirectStandardError = true,
        })!;
        try
        {
            Assert.That(SpinWait.SpinUntil(() => File.Exists(started) || tool.HasExited, s_patience) && !tool.HasExited);
            Assert.That(Copies(), Has.Length.EqualTo(1));
            Assert.That(Children(), Has.Count.AtLeast(2));

            using var kill = Process.Start("kill", ["-INT", $"{tool.Id}"]);
            Assert.That(tool.WaitForExit(s_patience));
        }
        finally
        {
            tool.Kill(entireProcessTree: true);
        }

        Assert.Multiple(() =>
        {
            Assert.That(tool.ExitCode, Is.EqualTo(130));
            Assert.That(Copies(), Is.Empty);
            Assert.That(Children(), Is.Empty);
        });

        string[] Copies() => Directory.GetDirectories(temporary, "PooledAwait.*");

        // The command lines of the program and the load contain the test's folder.
        List<string> Children() =>
        [
            .. Directory.GetDirectories("/proc").Select(CommandLine)
                .Where(line => line.Contains(run.Folder, StringComparison.Ordinal) && !line.Contains("PooledAwait.Inspect.dll", StringComparison.Ordinal)),
        ];
    }

    private static string CommandLine(string process)
    {
        try
        {
            return File.ReadAllText(Path.Combine(process, "cmdline"));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }
}
