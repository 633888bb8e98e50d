using Tests.Inspect;
using Tests.Inspect.Stacks;

namespace Tests.Packaging;

/// <summary>Installs the tool as a user does.</summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
public sealed class ToolInstallTests
{
    [Test]
    public void Looks_into_a_running_program()
    {
        var folder = Packed.NewFolder();
        Dotnet.Run(folder, "tool", "install", "PooledAwait.Inspect", "--version", Packed.Version, "--tool-path", "tools");
        using var run = new ToolRun();
        using var program = RunningProgram.Compile(run, """
            using System;
            using System.Threading.Tasks;

            public static class Night
            {
                public static void Main()
                {
                    var waiting = Wait(new TaskCompletionSource().Task);
                    Console.WriteLine("ready");
                    Console.ReadLine();
                    GC.KeepAlive(waiting);
                }

                private static async Task Wait(Task task) => await task;
            }
            """);
        var (exitCode, output) = ChildProcess.Run(Path.Combine(folder, "tools", "pooledawait"), folder, "stacks", $"{program.Id}");
        Assert.That(exitCode, Is.Zero, output);
        Assert.That(output, Does.Contain("\n 1 Night.Wait App.cs:14  [nobody awaits it]\n 1   ~ TaskCompletionSource"));
    }
}
