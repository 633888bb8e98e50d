using NUnit.Framework;

namespace Tests.Inspect.Stacks;

/// <summary>What is shown of calls where it is easy to say something that is not so.</summary>
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
public sealed class PlainWordsTests
{
    private const string Code = """
        using System;
        using System.Collections.Generic;
        using System.Threading;
        using System.Threading.Channels;
        using System.Threading.Tasks;

        namespace Plain;

        public sealed record WriteCommand;

        public static class App
        {
            private static readonly SemaphoreSlim s_gate = new(0);
            private static readonly TaskCompletionSource s_never = new();
            private static readonly TaskCompletionSource s_hasForgotten = new();
            private static readonly List<Task> s_calls = [];

            public static void Main()
            {
                s_calls.Add(WithTimeout());
                s_calls.Add(Waits());
                s_calls.Add(Unstarted());
                s_calls.Add(Reads(Channel.CreateUnbounded<WriteCommand>().Reader));
                s_calls.Add(Forgets(Kept()));
                var top = Level(17);
                s_calls.Add(top);
                var (one, two) = (Blocks(), Blocks());
                var waits = new Thread(() => Task.WaitAll(one, two)) { IsBackground = true };
                waits.Start();
                s_hasForgotten.Task.Wait();
                SpinWait.SpinUntil(() => waits.ThreadState.HasFlag(ThreadState.WaitSleepJoin));
                Console.WriteLine("ready");
                Console.ReadLine();
            }

            private static async Task WithTimeout()
            {
                await s_gate.WaitAsync().WaitAsync(TimeSpan.FromHours(1));
                await s_never.Task;
                s_gate.Release();
            }

            private static async Task Waits()
            {
                await s_gate.WaitAsync();
                s_gate.Release();
            }

            private static async Task Unstarted() => await new Task(() => { });

            private static async Task Reads(ChannelReader<WriteCommand> reader) => await reader.ReadAsync();

            private static async Task Kept() => await s_never.Task;

            private static async Task Forgets(Task kept)
            {
                await Task.WhenAny(kept, Task.Delay(1));
                s_hasForgotten.SetResult();
                await s_never.Task;
            }

            private static async Task Blocks() => await s_never.Task;

            private static Task Level(int depth)
            {
                var below = new[] { s_never.Task, s_never.Task };
                for (var i = 0; i < depth; i++)
                {
                    below = [Left(below), Right(below)];
                }

                return below[0];
            }

            private static async Task Left(Task[] below) => await Task.WhenAll(below);

            private static async Task Right(Task[] below) => await Task.WhenAll(below);
        }
        """;

    private ToolRun _run = null!;
    private RunningProgram _program = null!;

    [OneTimeSetUp]
    public void Start()
    {
        _run = new ToolRun();
        _program = RunningProgram.Compile(_run, Code);
    }

    [OneTimeTearDown]
    public void End()
    {
        _program.Dispose();
        _run.Dispose();
    }

    [Test]
    public void A_call_that_has_not_awaited_the_semaphore_itself_is_not_inside() =>
        Assert.That(Look("--method", "Plain.App.Waits"), Does.Contain("SemaphoreSlim App.s_gate (count 0)\n").And.Not.Contain("may wait for each other"));

    [Test]
    public void A_task_that_nobody_has_started_is_not_queued() => Assert.That(Look("--method", "Plain.App.Unstarted"), Does.Contain(" ~ Task (not started)\n"));

    [Test]
    public void The_name_of_what_a_channel_holds_does_not_say_that_it_is_full() => Assert.That(Look("--method", "Plain.App.Reads"), Does.Contain(" ~ channel (empty)\n"));

    [Test]
    public void Who_has_given_up_waiting_does_not_await_any_more() => Assert.That(Look("--method", "Plain.App.Kept"), Does.Match(@"Plain\.App\.Kept App\.cs:\d+  \[nobody awaits it\]"));

    [Test]
    public void A_thread_may_wait_for_several() => Assert.That(Look("--method", "Plain.App.Blocks"), Does.Match(@"2 Plain\.App\.Blocks App\.cs:\d+  \[a thread waits for it\]"));

    [Test]
    public void Ways_that_part_and_meet_again_are_cut_off()
    {
        var output = Look("--method", "Plain.App.Left");
        Assert.That(output.Contains("~ ...  [more is not shown]\n", StringComparison.Ordinal), Is.True);
        Assert.That(output.Split('\n'), Has.Length.LessThan(500_000));
    }

    private string Look(params string[] options)
    {
        var (exitCode, output, error) = ToolRun.Run(["stacks", $"{_program.Id}", .. options]);
        Assert.That(exitCode, Is.Zero, error);
        return output;
    }
}
