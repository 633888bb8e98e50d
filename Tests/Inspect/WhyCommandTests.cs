using System.Text.Json;

namespace Tests.Inspect;

[Parallelizable(ParallelScope.Self)]
public sealed class WhyCommandTests
{
    private const string Code =
        """
        using System.Threading.Tasks;

        public static class Reader
        {
            public static async Task<int> CountAsync()
            {
                var count = await ForwardAsync();
                return count + 1;
            }

            public static Task<int> ForwardAsync() =>
                LoadAsync();

            [PooledAwait.PooledAwait(Builders = PooledAwait.PooledBuilders.None)]
            public static async Task<int> LoadAsync()
            {
                await Task.Yield();
                return 1;
            }

            public static async ValueTask<int> TwiceAsync()
            {
                await Task.Yield();
                return 2;
            }

            public static int Sum()
            {
                var task = TwiceAsync();
                return task.AsTask().Result +
                    task.AsTask().Result;
            }

            public static int Plain() => 3;
        }
        """;

    private ToolRun _run = null!;
    private string _input = "";

    [SetUp]
    public void MakeFolder()
    {
        _run = new ToolRun();
        _input = _run.Compile("App", Code);
    }

    [TearDown]
    public void DeleteFolder() => _run.Dispose();

    [Test]
    public void Explains_a_call_down_to_the_method_that_decides_and_writes_nothing()
    {
        var files = _run.Files();
        var (exitCode, output, error) = ToolRun.Run("why", _input, "Reader.CountAsync", "--minimum-state-machine-size", "0");

        Assert.That(exitCode, Is.Zero, error);
        Assert.That(_run.Files(), Is.EqualTo(files));
        Assert.That(output, Is.EqualTo(
            """
            Reader.CountAsync() in App.dll, App.cs:7
              Builders at App.cs:7: changed
                Task
              DirectAwaits at App.cs:7: left alone, not-forwarded
                The called method is not async and does not simply return an async method's task, so other code may hold its task. Reader.ForwardAsync(). `Reader.ForwardAsync()` returns the task of `Reader.LoadAsync()`, and that task is needed. (App.cs:12) [forwards-to-needing]
                because of Reader.LoadAsync(): callee-keeps-task
                  The called method, or every method that it forwards to, keeps its builder.
                because of Reader.LoadAsync(): switched-off
                  An option or an attribute switches this rewrite off here.
                What to change: Switch it on with Builders, DirectAwaits, TimedWaits, WhenAny, StateObjects or ContinueWith, as an option or in [PooledAwait]. Write <PooledAwaitBuilders>All</PooledAwaitBuilders>.

            """.ReplaceLineEndings("\n")));
    }

    [Test]
    public void Explains_a_method_that_keeps_its_builder_down_to_the_line_of_the_caller()
    {
        var (_, output, _) = ToolRun.Run("why", _input, "Reader.TwiceAsync()");

        Assert.That(output, Is.EqualTo(
            """
            Reader.TwiceAsync() in App.dll, App.cs:23
              Builders at App.cs:23: left alone, consumed-twice
                A caller may consume the method's ValueTask more than once. In Reader.Sum(), App.cs:29. `ValueTask<int>.AsTask` consumes it again. (App.cs:30) [consumed-again]
                What to change: In that caller, await it once. If you need it more often, keep the result, or call AsTask() once and keep the task.

            """.ReplaceLineEndings("\n")));
    }

    [Test]
    public void Explains_all_that_something_was_decided_about()
    {
        var (_, output, _) = ToolRun.Run("why", _input, "Reader.*");

        Assert.That(output.Split('\n').Where(line => line.Length > 0 && line[0] != ' ').Select(line => line.Split(' ')[0]),
            Is.EqualTo((string[])["Reader.CountAsync()", "Reader.LoadAsync()", "Reader.TwiceAsync()"]));
    }

    [Test]
    public void Says_that_there_was_nothing_to_decide() => Assert.That(
        ToolRun.Run("why", _input, "Reader.Plain").Output,
        Is.EqualTo("Reader.Plain() in App.dll, App.cs:34\n  There was nothing to decide: it is not async, and calls nothing that the weaver rewrites.\n"));

    [Test]
    public void Explains_as_JSON()
    {
        var (_, output, _) = ToolRun.Run("why", _input, "Reader.CountAsync", "--json");

        var decision = JsonDocument.Parse(output).RootElement[0].GetProperty("decisions").EnumerateArray().Single(one => one.GetProperty("rewrite").GetString() == "DirectAwaits");
        Assert.That(decision.GetProperty("outcome").GetString(), Is.EqualTo("leftAlone"));
        Assert.That(decision.GetProperty("steps").EnumerateArray().Select(step => step.GetProperty("reason").GetString()), Is.EqualTo((string[])["not-forwarded", "callee-keeps-task", "switched-off"]));
        Assert.That(decision.GetProperty("steps")[0].GetProperty("condition").GetString(), Is.EqualTo("forwards-to-needing"));
        Assert.That(decision.GetProperty("steps")[0].GetProperty("source").GetString(), Is.EqualTo("App.cs:12"));
    }
}
