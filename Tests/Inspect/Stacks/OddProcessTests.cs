namespace Tests.Inspect.Stacks;

/// <summary>The tool reads an unusual process, or refuses it with one line of text. In both cases, the tool leaves the process as it was.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
public sealed class OddProcessTests
{
    [Test]
    public void One_that_a_signal_has_stopped_stays_stopped()
    {
        using var run = new ToolRun();
        using var program = RunningProgram.Compile(run, """
            System.Console.WriteLine("ready");
            await new System.Threading.Tasks.TaskCompletionSource().Task;
            """);
        Assert.That(RepeatedLook.Until(shown => shown.Contains("~ TaskCompletionSource", StringComparison.Ordinal), () => { }, "stacks", $"{program.Id}").Output, Does.Contain("~ TaskCompletionSource"));
        Send("STOP", program.Id);
        Assert.That(() => StacksCommandTests.StateOf(program.Id), Is.EqualTo('T').After(5_000, 10));

        var (exitCode, output, error) = ToolRun.Run("stacks", $"{program.Id}", "--watch", "100ms", "--times", "2");
        Assert.That(exitCode, Is.Zero, error);
        Assert.That(output, Does.Contain("~ TaskCompletionSource"));
        Assert.That(() => StacksCommandTests.StateOf(program.Id), Is.EqualTo('T').After(1_000, 10));

        Send("CONT", program.Id);
        Assert.That(() => StacksCommandTests.StateOf(program.Id), Is.EqualTo('S').After(5_000, 10));
    }

    /// <summary>A process's first thread may end before its other threads, for example in a C program that hosts the runtime.</summary>
    [Test]
    public void One_whose_first_thread_has_ended_is_looked_at_by_another()
    {
        using var run = new ToolRun();
        using var program = RunningProgram.Compile(run, """
            using System;
            using System.Runtime.InteropServices;
            using System.Threading;
            using System.Threading.Tasks;

            public static class App
            {
                private const long ExitOfThread = 60;
                private const long ExitOfThreadOnArm = 93;

                public static void Main()
                {
                    var waits = Waits();
                    new Thread(() => { Console.WriteLine("ready"); Console.ReadLine(); GC.KeepAlive(waits); }).Start();
                    Call(RuntimeInformation.ProcessArchitecture == Architecture.X64 ? ExitOfThread : ExitOfThreadOnArm, 0);
                }

                private static async Task Waits() => await new TaskCompletionSource().Task;

                [DllImport("libc", EntryPoint = "syscall")]
                private static extern long Call(long number, long status);
            }
            """);
        Assert.That(() => StacksCommandTests.StateOf(program.Id), Is.EqualTo('Z').After(5_000, 10));

        var (exitCode, output, error) = ToolRun.Run("stacks", $"{program.Id}");
        Assert.That(exitCode, Is.Zero, error);
        Assert.That(output, Does.StartWith($"Process {program.Id} (dotnet), .NET 10.").And.Contain(" 1 App.Waits App.cs:18  [nobody awaits it]\n"));
    }

    /// <summary>
    /// A process in a container writes its dump into the container's file system. The tool must not read an older dump that has the same path outside the
    /// container.
    /// </summary>
    [Test]
    public void One_with_files_of_its_own_is_read_from_its_own_dump()
    {
        using var run = new ToolRun();
        var folder = Directory.CreateDirectory(run.PathOf("dumps")).FullName;
        if (ChildProcess.Run("sh", "/", "-c", $"unshare -rm mount -t tmpfs tmpfs '{folder}'").ExitCode != 0)
        {
            Assert.Ignore("This user may not mount file systems.");
        }

        var dump = Path.Combine(folder, "night.dmp");
        File.WriteAllText(dump, "an older night");
        var app = RunningProgram.Write(run, """
            System.Console.WriteLine("ready");
            await new System.Threading.Tasks.TaskCompletionSource().Task;
            """);
        using var program = RunningProgram.Start("unshare", "-rm", "sh", "-c", $"mount -t tmpfs tmpfs '{folder}' && exec '{Dotnet.Host}' '{app}'");

        var (exitCode, output, error) = ToolRun.Run("stacks", $"{program.Id}", "--dump", dump);
        Assert.That(exitCode, Is.Zero, error);
        Assert.That(output, Does.Contain("1 Program.Main App.cs:2 "));
    }

    /// <summary>A zombie process. Nobody reads its exit code, because the shell that was its parent has become another program.</summary>
    [Test]
    public void One_that_has_ended_and_is_still_told_of()
    {
        using var program = RunningProgram.Start("sh", "-c", "exec 3<&0; cat <&3 & echo ready; echo $!; exec sleep 1000");
        var ended = int.Parse(program.Output.ReadLine()!, System.Globalization.CultureInfo.InvariantCulture);

        // Waits until the parent is no longer a shell, because a shell might read the exit code.
        Assert.That(() => File.ReadAllText($"/proc/{program.Id}/comm"), Is.EqualTo("sleep\n").After(5_000, 10));
        program.Input.Close();
        Assert.That(() => StacksCommandTests.StateOf(ended), Is.EqualTo('Z').After(5_000, 10));
        Assert.That(ToolRun.Run("stacks", $"{ended}"), Is.EqualTo((1, "", $"Process {ended} (cat) has ended; its parent has not asked for its exit code yet.\n")));
    }

    /// <summary>
    /// A thread that starts a program stays in a system call until the program runs. Until then, the thread cannot be stopped. In this test, the start first
    /// opens a pipe, and so waits until something opens the pipe's other end.
    /// </summary>
    [Test]
    public void One_with_a_thread_that_cannot_be_stopped_is_refused_and_runs_on()
    {
        using var run = new ToolRun();
        var pipe = run.PathOf("pipe");
        Assert.That(ChildProcess.Run("mkfifo", run.Folder, pipe).ExitCode, Is.Zero);
        using var program = RunningProgram.Start(Dotnet.Host, RunningProgram.Write(run, """
            using System;
            using System.Runtime.InteropServices;
            using System.Threading;

            public static class App
            {
                public static void Main(string[] arguments)
                {
                    var actions = new byte[512];
                    Initialise(actions);
                    Open(actions, 0, arguments[0], 0, 0);
                    new Thread(() => Start(out _, "/bin/true", actions, 0, ["true", null], [null])).Start();
                    Console.WriteLine("ready");
                    while (Console.ReadLine() is { } line)
                    {
                        Console.WriteLine(line);
                    }
                }

                [DllImport("libc", EntryPoint = "posix_spawn_file_actions_init")]
                private static extern int Initialise(byte[] actions);

                [DllImport("libc", EntryPoint = "posix_spawn_file_actions_addopen")]
                private static extern int Open(byte[] actions, int descriptor, string path, int flags, uint mode);

                [DllImport("libc", EntryPoint = "posix_spawn")]
                private static extern int Start(out int process, string program, byte[] actions, nint attributes, string[] arguments, string[] environment);
            }
            """), pipe);
        var status = () => Directory.GetDirectories($"/proc/{program.Id}/task").Select(task => File.ReadAllText(Path.Combine(task, "status"))).ToList();
        Assert.That(() => status().Any(task => task.Contains("State:\tD", StringComparison.Ordinal)), Is.True.After(5_000, 10));

        var (exitCode, output, error) = ToolRun.Run("stacks", $"{program.Id}");
        Assert.That((exitCode, output), Is.EqualTo((1, "")));
        Assert.That(error, Does.Match($@"^Thread \d+ of process {program.Id} does not stop: it waits in the operating system, for example for a disk, or for a program that it starts\. Try again\.\n$"));
        Assert.That(() => status(), Is.All.Contains("TracerPid:\t0").After(5_000, 10));
        program.Input.WriteLine("still here");
        Assert.That(program.Output.ReadLine(), Is.EqualTo("still here"));

        File.OpenWrite(pipe).Dispose();
        Assert.That(RepeatedLook.Until(shown => shown.Contains("No such call", StringComparison.Ordinal), () => { }, "stacks", $"{program.Id}").Output, Does.EndWith("No such call is in flight.\n"));
    }

    private static void Send(string signal, int process) => Assert.That(ChildProcess.Run("sh", "/", "-c", $"kill -{signal} {process}").ExitCode, Is.Zero);
}
