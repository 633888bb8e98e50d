using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Values;

/// <summary>
/// Measures the exact bytes of callers that misuse a ValueTask, and of correct callers of the same methods. A misusing caller allocates no more than with the
/// default builder.
/// </summary>
[Alone]
public class MisuseAllocationTests
{
    [TestCase("Once", 120, 0)]
    [TestCase("Twice", 120, 120)]
    [TestCase("Kept", 120, 120)]
    [TestCase("OnceWithoutResult", 112, 0)]
    [TestCase("KeptWithoutResult", 112, 112)]
    public void Are_as_the_caller_uses_it(string method, long before, long woven) => Assert.Multiple(() =>
    {
        // One call in 256 gets a box and a task. This call allocates less than each of the other 255 calls.
        Assert.That(BytesPerCall(Weavers.Woven(Shape.Release).Result, method), Is.InRange(woven * 0.99, woven), "woven");
        Assert.That(BytesPerCall(Fixtures.Compiled(Shape.Release), method), Is.EqualTo(before), "not woven");
    });

    /// <summary>A call that completes at once makes no task, even without weaving. Woven code gives a task only to a ValueTask that is still pending.</summary>
    [Test]
    public void Are_none_where_the_call_completes_at_once()
    {
        var woven = Weavers.Woven(Shape.Release).Result;

        Assert.That(
            IlText.Members(woven, $"{CompiledAssembly.Name}.Valid.MisusedCosts").Single(member => member.Key.Contains(" AtOnce (")).Text,
            Does.Contain("PooledAwait.Runtime.OwnTask::Of"));
        Assert.That(BytesPerCall(woven, "AtOnce"), Is.Zero);
    }

    private static double BytesPerCall(CompiledAssembly assembly, string method) =>
        BytesPerCallOf.Least(assembly, "MisusedCosts", type => (Action)type.GetMethod("Driven")!.Invoke(null, [method])!);
}
