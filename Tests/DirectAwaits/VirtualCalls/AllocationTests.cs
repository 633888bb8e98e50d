using NUnit.Framework;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.DirectAwaits.VirtualCalls;

/// <summary>Measures the exact bytes of awaited virtual calls, on the thread that makes the calls and completes them.</summary>
[Alone]
public class AllocationTests
{
    [TestCase("OfAnInterface", 336)]
    [TestCase("OfAPublicInterface", 232)]
    [TestCase("OfAnAbstractClass", 336)]
    [TestCase("OfAStruct", 232)]
    [TestCase("OfAGenericInterface", 224)]
    [TestCase("AtOnce", 72)]
    [TestCase("Forwarded", 224)]
    public void Of_nothing(string method, long before) => Assert.Multiple(() =>
    {
        foreach (var shape in new[] { Shape.Release, Shape.StandardRelease })
        {
            Assert.That(BytesPerCall(Weavers.Woven(shape).Result, method), Is.Zero, $"{shape}");
        }

        Assert.That(BytesPerCall(Fixtures.Compiled(Shape.Release), method), Is.EqualTo(before), "not woven");
    });

    /// <summary>Testing the object's type allocates nothing. The object's own task is not part of the call.</summary>
    [Test]
    public void Of_nothing_where_the_object_is_of_nobody_s_class()
    {
        var woven = Weavers.Woven(Shape.Release).Result;

        Assert.That(
            IlText.Members(woven, $"{CompiledAssembly.Name}.Valid.DirectAwaitVirtualCosts")
                .Single(member => member.Type.Contains("<OfAForeignObject>") && member.Key.Contains(" MoveNext (")).Text,
            Does.Contain(">Dispatch'("));
        Assert.That(BytesPerCall(woven, "OfAForeignObject"), Is.Zero);
    }

    private static double BytesPerCall(CompiledAssembly assembly, string method) => BytesPerCallOf.Least(
        assembly, "DirectAwaitVirtualCosts", type => (Action)type.GetMethod("Driven")!.Invoke(null, [method])!);
}
