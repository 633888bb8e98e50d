using Microsoft.CodeAnalysis.CSharp;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.DirectAwaits;

/// <summary>
/// Records what an AsyncLocal's change handler observes when nested callers resume inside each other and change the value. When a resumed caller returns, the
/// context of the code that resumed the caller must be restored as without weaving. The handler must then observe that code's SynchronizationContext.
/// </summary>
[Parallelizable(ParallelScope.Self)]
public class NotificationTests
{
    private const string Source =
        """
        using System;
        using System.Threading;
        using System.Threading.Tasks;

        internal static class Program
        {
            private static readonly TaskCompletionSource<int> s_end = new();
            private static readonly AsyncLocal<string?> s_local = new(change =>
                Console.WriteLine($"{change.PreviousValue} -> {change.CurrentValue}, {change.ThreadContextChanged}, under {SynchronizationContext.Current?.GetType().Name ?? "none"}"));

            private static void Main()
            {
                s_local.Value = "start";
                var chain = FirstAsync();
                var completing = new Thread(() =>
                {
                    s_local.Value = "completing";
                    s_end.SetResult(0);
                });
                completing.UnsafeStart();
                completing.Join();
                Console.WriteLine(chain.Result);
            }

            private static async Task<int> FirstAsync()
            {
                var below = await SecondAsync();
                s_local.Value = "first";
                SynchronizationContext.SetSynchronizationContext(new Left());
                return below + 1;
            }

            private static async Task<int> SecondAsync() => await ThirdAsync() + 1;

            private static async Task<int> ThirdAsync() => await s_end.Task + 1;

            private sealed class Left : SynchronizationContext;
        }
        """;

    [Test]
    public void Each_switch_of_contexts_is_told_of_as_ever()
    {
        var program = CompiledProgram.Compile(CSharpParseOptions.Default, [], Source);
        var woven = new WeavingRunner().Weave(program).Result;
        var expected = CompiledProgram.Run(program, []);
        Assert.That(expected, Does.Contain("first -> start, True, under none"));
        Assert.That(CompiledProgram.Run(woven, []), Is.EqualTo(expected));
    }
}
