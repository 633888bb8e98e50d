using PooledAwait.Inspect.Stacks.Targets;

namespace Tests.Inspect.Stacks;

/// <summary>If the system does not let the tool read a process, the tool says why, and what the user can do.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
public sealed class PermissionTests
{
    private const string User = "nobody";

    private static readonly string s_tool = Repository.PathOf("PooledAwait.Inspect", "bin", Repository.Configuration, "net10.0", "PooledAwait.Inspect.dll");

    [TestCase(0, "0", "0", 0, ExpectedResult = "It may not be read or stopped, although this tool has the capability CAP_SYS_PTRACE: a security module, or another user namespace, forbids it. Let the process write a dump instead, with --dump.")]
    [TestCase(7, "1000", "1000", 0, ExpectedResult = "It may not be stopped: process 7 already traces it, as a debugger does. End that process first.")]
    [TestCase(0, "0", "1000", 0, ExpectedResult = "It belongs to user 0, and this tool runs as user 1000. Run it as that user or as root.")]
    [TestCase(0, "1000", "1000", 0, ExpectedResult = "It may not be read: this tool lacks the capability CAP_SYS_PTRACE. Start this tool's container with --cap-add SYS_PTRACE, or let the process write a dump, with --dump.")]
    [TestCase(0, "1000", "1000", 1, ExpectedResult = "It may not be stopped: kernel.yama.ptrace_scope is 1 on this machine. Run this tool as root, or let the process write a dump, with --dump.")]
    [TestCase(0, "1000", "1000", 3, ExpectedResult = "It may not be stopped: kernel.yama.ptrace_scope is 3 on this machine, so nobody may stop a process. Let the process write a dump instead, with --dump.")]
    public string Is_told_by_what_the_system_says_of_the_two(int tracer, string owner, string user, int ptraceScope) => Permission.WhyNot(
        "It", $"Name:\tdotnet\nTracerPid:\t{tracer}\nUid:\t{owner}\t{owner}\t{owner}\t{owner}\n",
        $"Uid:\t{user}\t{user}\t{user}\t{user}\nCapPrm:\t000001ffffffffff\nCapEff:\t{(user == "0" ? "000001ffffffffff" : "000001fffff7ffff")}\n", ptraceScope);

    [Test]
    public void A_process_of_another_user()
    {
        if (!Environment.IsPrivilegedProcess)
        {
            Assert.That(ToolRun.Run("stacks", "1").Error, Does.Match(@"^Process 1 \(.*\) belongs to user 0, and this tool runs as user \d+\. Run it as that user or as root\.\n$"));
            return;
        }

        using var program = RunningProgram.Start("sh", "-c", "echo ready; read line");
        Assert.That(Restricted([$"--reuid={User}", "--clear-groups"], "stacks", $"{program.Id}"), Is.EqualTo((
            1, $"Process {program.Id} (sh) belongs to user 0, and this tool runs as user {IdOf(User)}. Run it as that user or as root.\n")));
    }

    [Test]
    public void Without_the_right_to_trace()
    {
        if (!Environment.IsPrivilegedProcess)
        {
            Assert.Ignore("A user without rights cannot give any up.");
        }

        string[] without = ["--bounding-set=-sys_ptrace", "--inh-caps=-sys_ptrace"];
        using var run = new ToolRun();
        using var program = RunningProgram.Compile(run, """
            System.Console.WriteLine("ready");
            await new System.Threading.Tasks.TaskCompletionSource().Task;
            """);
        Assert.That(Restricted(without, "stacks", $"{program.Id}"), Is.EqualTo((
            1, $"Process {program.Id} (dotnet) may not be read: this tool lacks the capability CAP_SYS_PTRACE. Start this tool's container with --cap-add SYS_PTRACE, or let the process write a dump, with --dump.\n")));

        // The advice works: the process can write a dump. The tool can also read a process that has no more rights than the tool.
        var (exitCode, output) = Restricted(without, "stacks", $"{program.Id}", "--dump", run.PathOf("process.dmp"));
        Assert.That(output, Does.Contain("~ TaskCompletionSource"));
        Assert.That(exitCode, Is.Zero);
        using var second = RunningProgram.Start("setpriv", [.. without, Dotnet.Host, run.PathOf("in", "App.dll")]);
        (exitCode, output) = Restricted(without, "stacks", $"{second.Id}");
        Assert.That(output, Does.Contain(" calls in flight"));
        Assert.That(exitCode, Is.Zero);
    }

    /// <summary>Runs the tool as another user, or with fewer rights.</summary>
    private static (int ExitCode, string Output) Restricted(IReadOnlyList<string> options, params string[] arguments)
    {
        if (ChildProcess.Run("setpriv", "/", [.. options, "test", "-r", s_tool]).ExitCode != 0)
        {
            Assert.Ignore($"Not everybody may read {s_tool}.");
        }

        return ChildProcess.Run("setpriv", "/", [.. options, Dotnet.Host, s_tool, .. arguments]);
    }

    private static string IdOf(string user) => ChildProcess.Run("id", "/", "-u", user).Output.Trim();
}
