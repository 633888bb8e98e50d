using System.Diagnostics;

namespace Tests.Inspect.Stacks;

/// <summary>
/// Between two stops, a process starts threads, and calls some async methods for the first time. Meanwhile, the library that reads the runtime's memory frees
/// the data that it returned at the first stop. If the tool used this data, the tool would crash. So the test runs the tool in a separate process in which
/// freed memory is overwritten.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
public sealed class LaterStopTests
{
    private const string Code = """
        using System;
        using System.Threading;
        using System.Threading.Tasks;
        using System.Threading.Tasks.Sources;

        public static class App
        {
            private static readonly TaskCompletionSource s_never = new();
            private static readonly Source s_source = new();

            public static void Main()
            {
                var calls = new[] { Waits(), null, null };
                Console.WriteLine("ready");
                Console.ReadLine();
                calls[1] = Later();
                calls[2] = Sleeps();
                Console.ReadLine();
                GC.KeepAlive(calls);
            }

            private static async Task Waits() => await s_never.Task;

            private static async Task Later() => await new ValueTask(s_source, 0);

            private static async Task Sleeps()
            {
                await Task.Yield();
                Console.WriteLine("called");
                Thread.Sleep(-1);
            }

            private sealed class Source : IValueTaskSource
            {
                private ManualResetValueTaskSourceCore<int> _core;

                public void GetResult(short token) => _core.GetResult(token);

                public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

                public void OnCompleted(Action<object> continuation, object state, short token, ValueTaskSourceOnCompletedFlags flags) =>
                    _core.OnCompleted(continuation, state, token, flags);
            }
        }
        """;

    [Test]
    public void It_shows_calls_of_other_types_and_on_other_threads()
    {
        using var run = new ToolRun();
        using var program = RunningProgram.Compile(run, Code);
        string[] arguments =
        [
            "MALLOC_PERTURB_=165", Dotnet.Host, Path.Combine(AppContext.BaseDirectory, "PooledAwait.Inspect.dll"), "stacks", $"{program.Id}", "--watch", "1s", "--times", "5",
        ];
        using var tool = Process.Start(new ProcessStartInfo("env", arguments) { RedirectStandardOutput = true, RedirectStandardError = true })!;

        // A second stop alone shows no fault, because the library has not yet freed all data of the first stop.
        Assert.That(tool.StandardError.ReadLine(), Does.Contain("stopped for"));
        Assert.That(tool.StandardError.ReadLine(), Does.Contain("stopped for"));
        program.Input.WriteLine("call");
        Assert.That(program.Output.ReadLine(), Is.EqualTo("called"));

        var error = tool.StandardError.ReadToEndAsync();
        var output = tool.StandardOutput.ReadToEnd();
        tool.WaitForExit();
        Assert.That(tool.ExitCode, Is.Zero, error.Result);
        Assert.That(output, Does.Match(@"\n 1 App\.Later App\.cs:\d+  \[nobody awaits it\](  \[1 did not go on\])?\n 1   ~ App\.Source\n"));
        Assert.That(output, Does.Match(@"\n 1 App\.Sleeps .*\n 1   ~ runs, and its thread waits for Thread\.Sleep\n"));
    }
}
