using System.Diagnostics;

namespace Tests.Inspect.Stacks;

/// <summary>A pooled call makes no progress when other code begins to wait for it.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
public static class LateAwaitTests
{
    private const string Code = """
        using System;
        using System.Threading.Tasks;

        [assembly: System.Runtime.Versioning.TargetFramework(".NETCoreApp,Version=v10.0")]

        public static class App
        {
            private static readonly TaskCompletionSource s_never = new();

            public static void Main()
            {
                var price = Price(1);
                Console.WriteLine("ready");
                Console.ReadLine();
                var buying = Buy(price);
                Console.WriteLine("awaited");
                Console.ReadLine();
                GC.KeepAlive(buying);
            }

            private static async Task<int> Buy(ValueTask<int> price) => await price;

            private static async ValueTask<int> Price(int number)
            {
                await s_never.Task;
                return number;
            }
        }
        """;

    [Test]
    public static void A_call_that_is_awaited_late_has_not_gone_on()
    {
        using var run = new ToolRun();
        using var program = RunningProgram.Start(Dotnet.Host, RunningProgram.WriteWoven(run, Code));
        string[] arguments = [Path.Combine(AppContext.BaseDirectory, "PooledAwait.Inspect.dll"), "stacks", $"{program.Id}", "--watch", "1s", "--times", "8"];
        using var tool = Process.Start(new ProcessStartInfo(Dotnet.Host, arguments) { RedirectStandardOutput = true, RedirectStandardError = true })!;
        Assert.That(tool.StandardError.ReadLine(), Does.Contain("stopped for"));
        program.Input.WriteLine("await");
        Assert.That(program.Output.ReadLine(), Is.EqualTo("awaited"));

        var error = tool.StandardError.ReadToEndAsync();
        var output = tool.StandardOutput.ReadToEnd();
        tool.WaitForExit();
        Assert.That(tool.ExitCode, Is.Zero, error.Result);
        Assert.That(output, Does.Contain("(2 pooled)"));
        Assert.That(output, Does.Match(@"\n 1 App\.Buy .*\n 1   App\.Price .*\[1 did not go on\]\n"));
    }
}
