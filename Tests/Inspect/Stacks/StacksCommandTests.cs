using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Tests.Report;

namespace Tests.Inspect.Stacks;

/// <summary>Tests the command's options on a small program that hangs in several ways.</summary>
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
public sealed partial class StacksCommandTests
{
    /// <summary>
    /// A program that makes four calls. Two of them hold a semaphore each, and each waits for the other's semaphore. The third waits for something that nobody
    /// completes. The fourth runs forever.
    /// </summary>
    private const string Hanging = """
        using System;
        using System.Threading;
        using System.Threading.Tasks;

        namespace Night;

        public static class Bank
        {
            private static readonly SemaphoreSlim s_left = new(1), s_right = new(1);

            private static readonly TaskCompletionSource s_bothHold = new();

            public static async Task Main()
            {
                var lost = Lost(7);
                var all = Task.WhenAll(Transfer("left to right", s_left, s_right), Transfer("right to left", s_right, s_left), lost, Lives());
                s_bothHold.SetResult();
                GC.Collect();
                Console.WriteLine("ready");
                await all;
                await lost;
            }

            private static async Task Transfer(string name, SemaphoreSlim from, SemaphoreSlim to)
            {
                await from.WaitAsync();
                await s_bothHold.Task;
                await to.WaitAsync();
                Console.WriteLine(name);
                to.Release();
                from.Release();
            }

            private static async Task<int> Lost(int number) => await Ask(number) + 1;

            private static Task<int> Ask(int number) => new TaskCompletionSource<int>().Task;

            private static async Task Lives()
            {
                for (var i = 0; ; i++)
                {
                    await Task.Delay(i % 2 + 1);
                }
            }
        }
        """;

    private static readonly JsonSchema s_schema = new(JsonNode.Parse(File.ReadAllText(Repository.PathOf("docs", "stacks.schema.json")))!);

    private ToolRun _run = null!;
    private RunningProgram _program = null!;

    [OneTimeSetUp]
    public void Start()
    {
        _run = new ToolRun();
        _program = RunningProgram.Compile(_run, Hanging);

        // When the program prints that it is ready, the transfers already wait. Only the program's first thread may begin to wait a little later.
        var (output, _) = RepeatedLook.Until(IsBlocked, () => { }, "stacks", $"{_program.Id}");
        Assert.That(IsBlocked(output), output);

        static bool IsBlocked(string output) => output.Contains(" 1 Night.Bank.Main App.cs:20  [a thread waits for it]\n 1   ~ Task.WhenAll\n", StringComparison.Ordinal);
    }

    [OneTimeTearDown]
    public void End()
    {
        _program.Dispose();
        _run.Dispose();
    }

    [Test]
    public void Callers_stand_first()
    {
        var output = Run();
        Assert.Multiple(() =>
        {
            Assert.That(output, Does.Match(@"^Process \d+ \(dotnet\), \.NET 10\.[\d.]+, \d+ MB of heap, stopped for \d+\.\d\d s\n\d calls in flight \(0 pooled\), 0 completed whose result was not taken, 0 idle boxes\nThese may wait for each other: Night\.Bank\.Transfer App\.cs:28 is inside SemaphoreSlim to and waits for SemaphoreSlim to \(2 times\)\.\n\n"));
            Assert.That(output, Does.Contain(
                """
                 1 Night.Bank.Main App.cs:20  [a thread waits for it]
                 1   ~ Task.WhenAll
                 2     Night.Bank.Transfer App.cs:28
                 2       ~ SemaphoreSlim to (count 0)  [inside: Night.Bank.Transfer App.cs:28]
                """));
            Assert.That(output, Does.Contain(
                """
                 1     Night.Bank.Lost App.cs:34
                 1       ~ Task<Int32> whose TaskCompletionSource or call is gone
                """));
        });
    }

    [Test]
    public void What_is_waited_for_stands_first_where_that_is_asked_for() => Assert.That(Run("--waits"), Does.Contain(
        """
         2 ~ SemaphoreSlim to (count 0)  [inside: Night.Bank.Transfer App.cs:28]
         2   Night.Bank.Transfer App.cs:28
         1     ~ Task.WhenAll
         1       Night.Bank.Main App.cs:20
        """));

    [Test]
    public void A_method_is_searched_for()
    {
        var output = Run("--method", "*.Lost");
        Assert.That(output, Does.Contain("Night.Bank.Lost").And.Contain("Night.Bank.Main").And.Not.Match(@"\d +Night\.Bank\.Transfer"));
        Assert.That(Run("--method", "Nobody"), Does.EndWith("No such call is in flight.\n"));
    }

    [Test]
    public void Rows_of_few_calls_are_left_out() => Assert.That(Run("--waits", "--at-least", "2"), Does.Match(@"\d +Night\.Bank\.Transfer").And.Not.Contain("Lost"));

    [Test]
    public void Each_call_stands_alone_with_its_address() => Assert.That(Run("--each"), Does.Match(@"(?s)[0-9a-f]{12}     Night\.Bank\.Transfer App\.cs:28\n.*[0-9a-f]{12}     Night\.Bank\.Transfer App\.cs:28\n"));

    [Test]
    public void Parameters_and_locals_are_told_where_they_are_asked_for()
    {
        Assert.That(Run("--fields"), Does.Contain("name = \"left to right\"\n").And.Contain("to = SemaphoreSlim\n"));
        Assert.That(Run("--each"), Does.Not.Contain("left to right"));
    }

    [Test]
    public void Methods_are_counted() => Assert.That(Run("--counts"), Does.Match(@"\n        2          0           0  Night\.Bank\.Transfer\n").And.Not.Contain("~"));

    [Test]
    public void JSON_keeps_to_its_schema()
    {
        var answer = JsonNode.Parse(Run("--json", "--fields"))!;
        Assert.That(s_schema.Errors(answer), Is.Empty);
        Assert.That((int)answer["inFlight"]!, Is.EqualTo(5));
        Assert.That(answer["trees"]!.ToJsonString(), Does.Contain("\"name\":\"\\u0022right to left\\u0022\""));
    }

    [Test]
    public void What_does_not_go_on_is_told()
    {
        // On a busy machine, even the call that runs forever may seem to hang when the tool looks three times. So the test repeats the command.
        var (output, error) = RepeatedLook.Until(output => !LivesStands().IsMatch(output), () => { }, "stacks", $"{_program.Id}", "--watch", "100ms", "--times", "3");
        Assert.That(error.Split('\n').Count(line => line.Contains("stopped for", StringComparison.Ordinal)), Is.EqualTo(3));
        Assert.That(output, Does.Contain("Night.Bank.Transfer App.cs:28  [2 did not go on]"));
        Assert.That(output, Does.Not.Match(LivesStands()));
    }

    /// <summary>
    /// All calls except the first return to the same line again and again. Each time, they wait there for another object. No variable of these calls shows
    /// their progress.
    /// </summary>
    [Test]
    public void What_has_come_back_to_its_line_has_gone_on()
    {
        using var run = new ToolRun();
        using var program = RunningProgram.Compile(run, """
            using System;
            using System.Threading;
            using System.Threading.Channels;
            using System.Threading.Tasks;

            public static class App
            {
                private static readonly Channel<string> s_letters = Channel.CreateUnbounded<string>();
                private static readonly SemaphoreSlim s_gate = new(0);
                private static TaskCompletionSource s_bell = new();

                public static void Main()
                {
                    var calls = new[] { Stands(), Hears(), Takes(), Enters(), Calls(), Sleeps(), Yields() };
                    Console.WriteLine("ready");
                    while (true)
                    {
                        Thread.Sleep(5);
                        s_letters.Writer.TryWrite("letter");
                        s_gate.Release();
                        Interlocked.Exchange(ref s_bell, new()).SetResult();
                        GC.KeepAlive(calls);
                    }
                }

                private static async Task Stands() => await new TaskCompletionSource().Task;

                private static async Task Hears() { while (true) { await s_bell.Task; } }

                private static async Task Takes() { while (true) { await s_letters.Reader.ReadAsync(); } }

                private static async Task Enters() { while (true) { await s_gate.WaitAsync(); } }

                private static async Task Calls() { while (true) { await Inner(); } }

                private static async Task Inner() => await s_bell.Task;

                private static async Task Sleeps() { while (true) { await Task.Delay(10); } }

                private static async Task Yields() { while (true) { await Task.Yield(); } }
            }
            """);
        var (output, _) = RepeatedLook.Until(output => StillIn(output) is ["Stands"], () => { }, "stacks", $"{program.Id}", "--watch", "300ms", "--times", "3");
        Assert.That(StillIn(output), Is.EqualTo(new[] { "Stands" }), output);

        static string[] StillIn(string output) => [.. Regex.Matches(output, @"App\.(\w+) App\.cs:\d+ .*did not go on").Select(match => match.Groups[1].Value)];
    }

    /// <summary>Between two stops, the process runs, and its garbage collector maps new memory.</summary>
    [Test]
    public void A_heap_that_grows_is_read_in_every_look()
    {
        using var run = new ToolRun();
        using var program = RunningProgram.Compile(run, """
            using System;
            using System.Collections.Generic;
            using System.Threading;

            public static class App
            {
                private static readonly List<object> s_kept = [];

                public static void Main()
                {
                    Console.WriteLine("ready");
                    for (var i = 0; ; i++)
                    {
                        s_kept.Add(new byte[20_000]);
                        Thread.Sleep(10);
                    }
                }
            }
            """);
        var (exitCode, _, error) = ToolRun.Run("stacks", $"{program.Id}", "--watch", "300ms", "--times", "5");
        Assert.That(exitCode, Is.Zero, error);
        Assert.That(error.Split('\n').Count(line => line.Contains("stopped for", StringComparison.Ordinal)), Is.EqualTo(5), error);
    }

    [Test]
    public void The_program_runs_on()
    {
        Run();
        Assert.That(_program.HasExited, Is.False);
        Assert.That(StateOf(_program.Id), Is.Not.EqualTo('T').And.Not.EqualTo('t'));
    }

    /// <summary>Returns the process's state, as the system reports it. T means stopped, and t means stopped by a debugger.</summary>
    internal static char StateOf(int process)
    {
        var status = File.ReadAllText($"/proc/{process}/stat");
        return status[status.LastIndexOf(')') + 2];
    }

    [GeneratedRegex(@"Lives App\.cs:\d+  \[1 did not go on\]")]
    private static partial Regex LivesStands();

    private string Run(params string[] options)
    {
        var (exitCode, output, error) = ToolRun.Run(["stacks", $"{_program.Id}", .. options]);
        Assert.That(exitCode, Is.Zero, error);
        return output;
    }
}
