using System.Globalization;
using Microsoft.CodeAnalysis.CSharp;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.DirectAwaits;

/// <summary>Counts all frames of an exception, even those that a stack trace omits. The code runs unoptimised, so no method is inlined into another.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public class ExceptionFramesTests
{
    private const string Source =
        """
        using System;
        using System.Diagnostics;
        using System.Threading.Tasks;

        internal static class Program
        {
            private static void Main()
            {
                Print(LaterAsync(2));
                Print(AtOnceAsync(2));
                Print(ValueLaterAsync(2).AsTask());
                Print(ValueAtOnceAsync(2).AsTask());
            }

            private static void Print(Task call)
            {
                try
                {
                    call.GetAwaiter().GetResult();
                }
                catch (Exception exception)
                {
                    Console.WriteLine(new StackTrace(exception).FrameCount);
                }
            }

            private static async Task<int> LaterAsync(int levels)
            {
                await Task.Yield();
                return levels == 0 ? throw new Exception() : await LaterAsync(levels - 1) + 1;
            }

            private static async Task<int> AtOnceAsync(int levels) => levels == 0 ? throw new Exception() : await AtOnceAsync(levels - 1) + 1;

            private static async ValueTask<int> ValueLaterAsync(int levels)
            {
                await Task.Yield();
                return levels == 0 ? throw new Exception() : await ValueLaterAsync(levels - 1) + 1;
            }

            private static async ValueTask<int> ValueAtOnceAsync(int levels) => levels == 0 ? throw new Exception() : await ValueAtOnceAsync(levels - 1) + 1;
        }
        """;

    private static readonly Dictionary<string, string> s_unoptimised = new() { ["DOTNET_TieredCompilation"] = "1", ["DOTNET_TC_CallCountThreshold"] = "F4240" };

    [Test]
    public void An_await_of_a_twin_has_at_most_two_more()
    {
        const int Awaits = 2;
        var program = CompiledProgram.Compile(CSharpParseOptions.Default, [], Source);
        var before = Frames(program);
        var woven = Frames(new WeavingRunner().Weave(program).Result);
        TestContext.Out.WriteLine($"{string.Join(", ", before)} not woven, {string.Join(", ", woven)} woven");
        Assert.That(woven[0], Is.LessThanOrEqualTo(before[0] + (1 * Awaits)));
        Assert.That(woven[1], Is.LessThanOrEqualTo(before[1] + (2 * Awaits)));
        Assert.That(woven[3], Is.EqualTo(before[3]));

        // AsTask adds one frame of its own (entry 5 of the README's list), and the frames that come from throwing the exception again.
        Assert.That(woven[2], Is.LessThanOrEqualTo(before[2] + 6));
    }

    private static int[] Frames(CompiledAssembly program) =>
        [.. CompiledProgram.Run(program, s_unoptimised).Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => int.Parse(line, CultureInfo.InvariantCulture))];
}
