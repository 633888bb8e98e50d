using System.Diagnostics;
using PooledAwait.Inspect.Stacks.Targets;

namespace Tests.Inspect.Stacks;

/// <summary>The process that the tool has stopped runs on afterwards, even if the tool itself is killed.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
public sealed class StoppedProcessTests
{
    /// <summary>A program that has 100,000 suspended requests, allocates on two threads, and prints each line that it reads.</summary>
    private const string Busy = """
        using System;
        using System.Collections.Generic;
        using System.Threading;
        using System.Threading.Tasks;

        var source = new TaskCompletionSource<int>();
        var calls = new List<Task>();
        for (var i = 0; i < 100_000; i++)
        {
            calls.Add(Burst.Request(source.Task, i));
        }

        for (var i = 0; i < 2; i++)
        {
            new Thread(() => { while (true) { GC.KeepAlive(new byte[100]); } }) { IsBackground = true }.Start();
        }

        Console.WriteLine("ready");
        while (Console.ReadLine() is { } line)
        {
            Console.WriteLine(line);
        }

        GC.KeepAlive(calls);
        GC.KeepAlive(source);

        public static class Burst
        {
            public static async Task<int> Request(Task<int> task, int number) => await Service(task) + number;

            private static async ValueTask<int> Service(Task<int> task) => await task;
        }
        """;

    private ToolRun _run = null!;
    private RunningProgram _program = null!;

    [OneTimeSetUp]
    public void Start()
    {
        _run = new ToolRun();
        _program = RunningProgram.Compile(_run, Busy);
    }

    [OneTimeTearDown]
    public void End()
    {
        _program.Dispose();
        _run.Dispose();
    }

    [TearDown]
    public void The_program_runs_on()
    {
        _program.Input.WriteLine("still here");
        Assert.That(_program.Output.ReadLine(), Is.EqualTo("still here"));
    }

    [Test]
    public void A_burst_of_calls_is_counted_in_a_few_rows()
    {
        var (exitCode, output, error) = ToolRun.Run("stacks", $"{_program.Id}");
        Assert.That(exitCode, Is.Zero, error);
        Assert.That(output, Does.EndWith(
            """

             100,000 Burst.Request App.cs:29  [nobody awaits it]
             100,000   Burst.Service App.cs:31
                   1     ~ TaskCompletionSource<Int32>

            """));
    }

    [Test]
    public void It_stands_still_while_it_is_stopped()
    {
        using (StoppedProcess.Stop(_program.Id))
        {
            Assert.That(StacksCommandTests.StateOf(_program.Id), Is.EqualTo('t'));
        }

        Assert.That(StacksCommandTests.StateOf(_program.Id), Is.Not.EqualTo('t').And.Not.EqualTo('T'));
    }

    [Test]
    public void What_another_debugger_has_is_refused()
    {
        using var _ = StoppedProcess.Stop(_program.Id);
        var error = "";
        var other = new Thread(() => error = ToolRun.Run("stacks", $"{_program.Id}").Error);
        other.Start();
        other.Join();
        Assert.That(error, Does.Match($@"^Process {_program.Id} \(dotnet\) may not be stopped: process \d+ already traces it, as a debugger does\. End that process first\.\n$"));
    }

    [Test]
    public void It_is_released_where_the_tool_is_killed_in_the_middle()
    {
        var tool = Repository.PathOf("PooledAwait.Inspect", "bin", Repository.Configuration, "net10.0", "PooledAwait.Inspect.dll");
        var wasStopped = false;
        for (var attempt = 0; attempt < 10 && !wasStopped; attempt++)
        {
            using var killed = Process.Start(new ProcessStartInfo(Dotnet.Host, [tool, "stacks", $"{_program.Id}"]) { RedirectStandardOutput = true, RedirectStandardError = true })!;
            while (!killed.HasExited && !wasStopped)
            {
                wasStopped = StacksCommandTests.StateOf(_program.Id) == 't';
            }

            killed.Kill(); // SIGKILL
            killed.WaitForExit();
        }

        Assert.That(wasStopped, "the tool was never caught while it had stopped the process");
    }
}
