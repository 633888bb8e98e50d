using NUnit.Framework;
using Tests.Compilation;

namespace Tests.Inspect.Stacks;

/// <summary>Methods that the runtime itself suspends have no state machine. The output says that there are calls of such methods.</summary>
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
public static class RuntimeAsyncLookTests
{
    private const string Source = """
        using System;
        using System.Threading.Tasks;

        public static class Program
        {
            public static void Main()
            {
                var source = new TaskCompletionSource<int>();
                var calls = new[] { Unseen(source.Task), Unseen(source.Task) };
                Console.WriteLine("ready");
                Console.ReadLine();
                GC.KeepAlive(calls);
            }

            private static async Task<int> Unseen(Task<int> task) => await task + 1;
        }
        """;

    [Test]
    public static void That_calls_are_not_shown_is_said()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllBytes(folder.PathOf("program.dll"), RuntimeAsyncProgram.Compile(Source).Image);
        File.WriteAllText(folder.PathOf("program.runtimeconfig.json"), ShapesProgram.RuntimeConfig("10.0.0"));
        using var program = RunningProgram.Start("env", "DOTNET_RuntimeAsync=1", Dotnet.Host, folder.PathOf("program.dll"));

        var (exitCode, output, error) = ToolRun.Run("stacks", $"{program.Id}");

        Assert.That(exitCode, Is.Zero, error);
        Assert.That(output, Does.Match(@"\n[1-9]\d* continuations of methods that the runtime itself suspends \(runtime-async\) wait too\. They have no state machine to read, so they are not shown\.\n"));
    }
}
