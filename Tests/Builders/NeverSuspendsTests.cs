using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Options;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Builders;

[Thorough]
[Parallelizable(ParallelScope.Self)]
public class NeverSuspendsTests
{
    private const string Never = "never-suspends";

    [TestCase("async Task M() { }", Never)]
    [TestCase("async Task<int> M() => 1;", Never)]
    [TestCase("async ValueTask M() { }", Never)]
    [TestCase("async ValueTask<int> M() => 1;", Never)]
    [TestCase("async void M() { }", Never)]
    [TestCase("async Task<int> M() => throw new NotSupportedException();", Never)]
    [TestCase("async Task<string> M(long a, long b, object c) { if (a > b) throw new ArgumentException(); return c.ToString(); }", Never)]
    [TestCase("async Task M() { throw new NotSupportedException(); await Task.Yield(); await Task.Delay(1); }", Never)]
    [TestCase("async Task M() { const bool never = false; if (never) { await Task.Yield(); } }", Never)]
    [TestCase("async Task M() { return; try { await Task.Yield(); } finally { await Task.Delay(1); } }", Never)]
    [TestCase("async Task M() { for (;;) { Console.Beep(); } }", Never)]
    [TestCase("async Task<Func<Task>> M() => async () => await Task.Yield();", Never)]
    [TestCase("async Task M() => await Task.CompletedTask;", "pooled")]
    [TestCase("async Task M() { await Task.Yield(); throw new NotSupportedException(); }", "pooled")]
    [TestCase("async Task M() { try { throw new NotSupportedException(); } catch (Exception) { await Task.Yield(); } }", "pooled")]
    [TestCase("async Task M() { try { throw new NotSupportedException(); } finally { await Task.Yield(); } }", "pooled")]
    [TestCase("async Task M() { try { throw new NotSupportedException(); } catch (Exception e) when (e.HResult > 1) { await Task.Yield(); } }", "pooled")]
    [TestCase("async Task M(int i) { switch (i) { case 1: await Task.Yield(); break; case 2: throw new NotSupportedException(); } }", "pooled")]
    [TestCase("async Task M(IAsyncEnumerable<int> all) { await foreach (var one in all) { } }", "pooled")]
    [TestCase("async Task M(IAsyncDisposable one) { await using (one) { } }", "pooled")]
    [TestCase("async Task M(dynamic one) => await one;", "pooled")]
    public void Decides(string method, string expected)
    {
        foreach (var shape in (Shape[])[Shape.Release, Shape.Debug])
        {
            // The option for the smallest state machine must not change whether a method counts as one that never suspends. (In a Debug build, a machine is as
            // large as a reference.)
            foreach (var size in (int[])[0, WeaverOptions.DefaultMinimumStateMachineSize])
            {
                var decision = Rewritten.ByMethod(shape, $"using System; using System.Collections.Generic; using System.Threading.Tasks; class C {{ {method} }}", size)["M"];

                Assert.That(decision == "small-state-machine" && size > 0 ? "pooled" : decision, Is.EqualTo(expected), $"{shape}, {size}");
            }
        }
    }

    [TestCase("async Task<string> M() => \"a\";", true)]
    [TestCase("async Task<string> M(int i = 1) { if (i > 0) throw new NotSupportedException(); return \"a\"; }", true)]
    [TestCase("async Task M() { }", false)]
    [TestCase("async Task<string> M() => throw new NotSupportedException();", false)]
    public void Where_it_is_awaited_the_task_of_its_result_is_saved(string method, bool isSaved)
    {
        var source = $"using System; using System.Threading.Tasks; static class C {{ static {method} static async Task N() {{ await Task.Yield(); await M(); }} }}";

        var decisions = new WeavingRunner().Decide(Fixtures.Compile(Shape.Release, source)).Report.Decisions.Where(decision => decision.Rewrite == Rewrite.DirectAwaits || decision.Method.Name == "M");
        Assert.That(
            decisions.Select(decision => (decision.Rewrite, decision.Reason, decision.Saved?.Total)),
            Is.EquivalentTo(isSaved
                ? new (Rewrite, Reason?, int?)[] { (Rewrite.Builders, null, null), (Rewrite.DirectAwaits, null, BytesSaved.OneTask) }
                : [(Rewrite.Builders, Reason.NeverSuspends, null), (Rewrite.DirectAwaits, Reason.CalleeKeepsTask, null)]));
    }
}
