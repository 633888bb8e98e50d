using System.Text.Json.Nodes;
using Microsoft.CodeAnalysis;

namespace Tests.Inspect.Stacks.RuntimeAsync;

/// <summary>
/// With <c>--watch</c>, the tool distinguishes calls that make progress from calls that hang. When a method suspends again, the runtime reuses the method's
/// continuation, so a call that makes progress may keep its address.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
public static class ProgressTests
{
    private const string Code = """
        using System;
        using System.Threading.Tasks;

        [assembly: System.Runtime.Versioning.TargetFramework(".NETCoreApp,Version=v10.0")]

        namespace Progress;

        public static class App
        {
            private static readonly TaskCompletionSource s_never = new();

            public static void Main()
            {
                var calls = new[] { Hangs(), Delays(), Counts() };
                Console.WriteLine("ready");
                Console.ReadLine();
                GC.KeepAlive(calls);
            }

            private static async Task Hangs() => await Inner();

            private static async Task Inner() => await s_never.Task;

            /// <summary>Awaits another timer each time, with the same locals.</summary>
            private static async Task Delays()
            {
                while (true)
                {
                    await Task.Delay(20);
                }
            }

            /// <summary>Its callee goes on, so it goes on.</summary>
            private static async Task Counts()
            {
                for (var count = 0; ; count++)
                {
                    await Next(count);
                }
            }

            private static async Task Next(int count)
            {
                await Task.Delay(20);
                GC.KeepAlive(count);
            }
        }
        """;

    [Test]
    public static void Only_calls_that_hang_count_as_such()
    {
        using var run = new ToolRun();
        var assembly = run.Compile("App", Code, kind: OutputKind.ConsoleApplication, isRuntimeAsync: true);
        File.WriteAllText(Path.ChangeExtension(assembly, ".runtimeconfig.json"), ShapesProgram.RuntimeConfig("11.0.0"));
        using var program = RunningProgram.Start(Hosts.Of(11), assembly);

        var (exitCode, output, error) = ToolRun.Run("stacks", $"{program.Id}", "--watch", "1s", "--times", "3", "--json");

        Assert.That(exitCode, Is.Zero, error);
        var unmoved = CallPaths.Rows(JsonNode.Parse(output)!["trees"]!).Where(row => row["unmoved"]?.GetValue<int>() > 0).Select(row => $"{row["text"]}");
        Assert.That(unmoved, Is.EqualTo((string[])["Progress.App.Hangs", "Progress.App.Inner"]));
    }
}
