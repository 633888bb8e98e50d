namespace Tests.Inspect.Stacks;

/// <summary>Tests the output for calls that are easy to describe wrongly.</summary>
[Thorough]
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

        public readonly struct Forever(string name) : System.Runtime.CompilerServices.INotifyCompletion
        {
            private static readonly List<Action> s_kept = [];

            public bool IsCompleted => false;

            public Forever GetAwaiter() => this;

            public void GetResult() => Console.WriteLine(name);

            public void OnCompleted(Action continuation) => s_kept.Add(continuation);
        }

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
                s_calls.Add(Parent());
                s_calls.Add(ForEach());
                s_calls.Add(For());
                s_calls.Add(Each());
                s_calls.Add(OwnAwaiter());
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

            private static async Task Parent()
            {
                await Task.Factory.StartNew(
                    () => { Task.Factory.StartNew(() => Thread.Sleep(-1), CancellationToken.None, TaskCreationOptions.AttachedToParent | TaskCreationOptions.LongRunning, TaskScheduler.Default); },
                    TaskCreationOptions.LongRunning);
            }

            private static async Task ForEach() => await Parallel.ForEachAsync(new int[2], async (number, token) => await s_never.Task);

            private static async Task For() => await Parallel.ForAsync(0, 2, async (number, token) => await s_never.Task);

            private static async Task Each()
            {
                await foreach (var task in Task.WhenEach(Kept(), Kept()))
                {
                    await task;
                }
            }

            private static async Task OwnAwaiter() => await new Forever("a name");

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

    /// <summary>Returns the last line of the output for a method.</summary>
    [TestCase("Parent", ExpectedResult = "Task.Run (waits for its child tasks)")]
    [TestCase("ForEach", ExpectedResult = "Parallel.ForEachAsync")]
    [TestCase("For", ExpectedResult = "Parallel.ForAsync")]
    [TestCase("OwnAwaiter", ExpectedResult = "Forever")]
    public string What_is_waited_for_last(string method) => RepeatedLook.Until(
        output => !output.Contains("running", StringComparison.Ordinal), () => { }, "stacks", $"{_program.Id}", "--method", $"Plain.App.{method}").Output.TrimEnd().Split("~ ")[^1];

    [Test]
    public void The_tasks_of_which_each_is_waited_for_stand_below() =>
        Assert.That(Look("--method", "Plain.App.Each"), Does.Match(@"\n 1 +~ Task\.WhenEach\n 2 +Plain\.App\.Kept App\.cs:\d+\n"));

    [Test]
    public void The_name_of_what_a_channel_holds_does_not_say_that_it_is_full() => Assert.That(Look("--method", "Plain.App.Reads"), Does.Contain(" ~ channel (empty)\n"));

    [Test]
    public void Who_has_given_up_waiting_does_not_await_any_more() => Assert.That(Look("--method", "Plain.App.Kept"), Does.Match(@"\n 1 Plain\.App\.Kept App\.cs:\d+  \[nobody awaits it\]"));

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
