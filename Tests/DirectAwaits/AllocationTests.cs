using NUnit.Framework;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.DirectAwaits;

/// <summary>Measures the exact bytes of awaited calls, on the thread that makes the calls and completes them.</summary>
[Alone]
public class AllocationTests
{
    [TestCase("One", 224)]
    [TestCase("TenDeep", 1312)]
    [TestCase("TenAtOnce", 720)]
    [TestCase("Forwarded", 224)]
    [TestCase("ForwardedResult", 72)]
    [TestCase("ForwardedValueTask", 232)]
    [TestCase("ForwardedByAnInterface", 232)]
    [TestCase("ForwardedToALocalFunction", 224)]
    [TestCase("ForwardedBesideLocalFunctions", 296)]
    [TestCase("NeverSuspending", 72)]
    [TestCase("OfAGenericMethod", 248)]
    [TestCase("OfALocalFunction", 224)]
    [TestCase("OfAStruct", 232)]
    [TestCase("InTryAndFinally", 360)]
    [TestCase("WithoutAResult", 224)]
    [TestCase("Configured", 232)]
    public void Of_nothing(string method, long before) => Assert.Multiple(() =>
    {
        foreach (var shape in new[] { Shape.Release, Shape.StandardRelease })
        {
            Assert.That(BytesPerCall(Weavers.Woven(shape).Result, method), Is.Zero, $"{shape}");
        }

        Assert.That(BytesPerCall(Fixtures.Compiled(Shape.Release), method), Is.EqualTo(before), "not woven");
    });

    [Test]
    public void Of_the_task_alone_where_a_caller_wants_it() => Assert.Multiple(() =>
    {
        Assert.That(BytesPerCall(Weavers.Woven(Shape.Release).Result, "OfATask"), Is.EqualTo(72));
        Assert.That(BytesPerCall(Fixtures.Compiled(Shape.Release), "OfATask"), Is.EqualTo(112), "not woven");
        Assert.That(BytesPerCall(Weavers.Woven(Shape.Release).Result, "OfATaskOfAValueTask"), Is.EqualTo(80));
        Assert.That(BytesPerCall(Fixtures.Compiled(Shape.Release), "OfATaskOfAValueTask"), Is.EqualTo(120), "not woven");
    });

    private static double BytesPerCall(CompiledAssembly assembly, string method) => BytesPerCallOf.Least(
        assembly, "DirectAwaitCosts", type => (Action)type.GetMethod("Driven")!.Invoke(null, [method])!);
}
