using Tests.Compilation;

namespace Tests.Inspect.Stacks.RuntimeAsync;

/// <summary>
/// In .NET 10, the continuation of a runtime async method does not identify the method. So the output says only that there are calls of runtime async methods.
/// </summary>
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
public static class RuntimeAsyncBefore11Tests
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
        Assert.That(output, Does.Match(@"\n[1-9]\d* continuations of methods that the runtime itself suspends"));
    }
}
