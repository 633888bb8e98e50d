using Microsoft.CodeAnalysis.CSharp;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.DirectAwaits;

/// <summary>
/// Callers with large frames resume inside each other, on the completing thread. However large the frames are, a caller may resume inside another caller only
/// if enough of the stack is left.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public class LargeFrameTests
{
    private const string Source =
        """
        using System;
        using System.Runtime.CompilerServices;
        using System.Threading;
        using System.Threading.Tasks;

        internal static class Program
        {
            private static readonly TaskCompletionSource<int> s_end = new();

            private static void Main(string[] arguments)
            {
                var chain = FirstAsync();
                var completing = new Thread(() => s_end.SetResult(0), int.Parse(arguments[0]));
                completing.Start();
                completing.Join();
                Console.WriteLine(chain.Result);
            }

            private static async Task<int> FirstAsync() => await NextAsync(400);

            private static async Task<int> NextAsync(int levels)
            {
                var below = levels == 0 ? await s_end.Task : await NextAsync(levels - 1);
                Span<byte> buffer = stackalloc byte[32 * 1024]; // is there until MoveNext returns, and so while the caller goes on
                Touch(buffer);
                return below + 1;
            }

            [MethodImpl(MethodImplOptions.NoInlining)]
            private static void Touch(Span<byte> buffer) => buffer.Clear();
        }
        """;

    private static readonly Lazy<CompiledAssembly> s_program = new(() => CompiledProgram.Compile(CSharpParseOptions.Default, [], Source));

    private static readonly Lazy<CompiledAssembly> s_woven = new(() => new WeavingRunner().Weave(s_program.Value).Result);

    // Eight frames take 256 KB, and the sizes of the two stacks differ by half of 256 KB. If the stack were checked only at every eighth frame, one of the two
    // could overflow.
    [Test]
    public void A_chain_whose_frames_are_large_completes_without_overflowing_the_stack([Values(1024, 1024 + 128)] int kilobytes)
    {
        foreach (var program in new[] { s_program, s_woven })
        {
            Assert.That(CompiledProgram.Run(program.Value, [], $"{kilobytes * 1024}").Trim(), Is.EqualTo("401"));
        }
    }
}
