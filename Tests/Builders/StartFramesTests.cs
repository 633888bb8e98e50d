using Microsoft.CodeAnalysis.CSharp;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Builders;

/// <summary>
/// Checks the stack of a method before its first suspension. Loggers search the stack for their caller, and skip only the base library's frames.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public class StartFramesTests
{
    private const string Source =
        """
        using System;
        using System.Diagnostics;
        using System.Linq;
        using System.Runtime.CompilerServices;
        using System.Threading.Tasks;

        internal static class Program
        {
            private static void Main()
            {
                _ = TaskAsync();
                _ = TaskOfResultAsync();
                _ = ValueTaskAsync().AsTask();
                _ = ValueTaskOfResultAsync().AsTask();
                _ = new Generic<string>().GenericAsync(1);
                VoidAsync();
                _ = AwaitedAsync();
            }

            [MethodImpl(MethodImplOptions.NoInlining)]
            public static bool Print(string what)
            {
                Console.WriteLine($"{what}:");
                foreach (var frame in new StackTrace().GetFrames().Skip(1))
                {
                    var method = frame.GetMethod();
                    Console.WriteLine($"  {method.DeclaringType.Namespace} {method.DeclaringType.Name}.{method.Name}");
                }

                return true;
            }

            private static async Task TaskAsync() { if (Print("Task")) { await Task.Yield(); } }

            private static async Task<long> TaskOfResultAsync() { if (Print("Task of a result")) { await Task.Yield(); } return 1; }

            private static async ValueTask ValueTaskAsync() { if (Print("ValueTask")) { await Task.Yield(); } }

            private static async ValueTask<decimal> ValueTaskOfResultAsync() { if (Print("ValueTask of a result")) { await Task.Yield(); } return 1; }

            private static async void VoidAsync() { if (Print("void")) { await Task.Yield(); } }

            private static async Task AwaitedAsync() => await TaskOfResultAsync();
        }

        internal sealed class Generic<T>
        {
            public async Task<(T, TValue)> GenericAsync<TValue>(TValue value) { if (Program.Print("generic")) { await Task.Yield(); } return (default, value); }
        }
        """;

    private static readonly Dictionary<string, string> s_unoptimised = new() { ["DOTNET_TieredCompilation"] = "1", ["DOTNET_TC_CallCountThreshold"] = "F4240" };

    private static readonly Dictionary<string, string> s_optimised = new() { ["DOTNET_TieredCompilation"] = "0" };

    [Test]
    public void A_starting_call_has_the_frames_that_it_had_before([Values] bool isOptimised, [Values] bool isWovenTwice)
    {
        var before = CompiledProgram.Compile(CSharpParseOptions.Default, [], Source);
        var variables = isOptimised ? s_optimised : s_unoptimised;
        var woven = new WeavingRunner().Weave(before).Result;
        woven = isWovenTwice ? new WeavingRunner().Weave(woven).Result : woven;
        var frames = CompiledProgram.Run(woven, variables);

        Assert.That(frames, Does.Contain("<TaskOfResultAsync>Direct").And.Not.Contain("PooledAwait.Runtime"));
        Assert.That(frames.Replace("<>c__PooledAwait.<TaskOfResultAsync>Direct", "Program.TaskOfResultAsync"), Is.EqualTo(CompiledProgram.Run(before, variables)));
    }
}
