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
    public void Of_nothing(string method, long before) => Nothing("DirectAwaitCosts", method, before);

    [TestCase("OfAnInterface", 336)]
    [TestCase("OfAPublicInterface", 232)]
    [TestCase("OfAnAbstractClass", 336)]
    [TestCase("OfAStruct", 232)]
    [TestCase("OfAGenericInterface", 224)]
    [TestCase("AtOnce", 72)]
    [TestCase("Forwarded", 224)]
    public void Of_nothing_where_the_call_is_virtual(string method, long before) => Nothing("DirectAwaitVirtualCosts", method, before);

    /// <summary>The dispatch method tests the object's type, which allocates nothing. The object's method returns a task that exists already.</summary>
    [Test]
    public void Of_nothing_where_the_object_is_of_nobody_s_class()
    {
        var woven = Weavers.Woven(Shape.Release).Result;

        Assert.That(
            IlText.Members(woven, $"{CompiledAssembly.Name}.Valid.DirectAwaitVirtualCosts")
                .Single(member => member.Type.Contains("<OfAForeignObject>") && member.Key.Contains(" MoveNext (")).Text,
            Does.Contain(">Dispatch'("));
        Assert.That(BytesPerCall(woven, "DirectAwaitVirtualCosts", "OfAForeignObject"), Is.Zero);
    }

    [Test]
    public void Of_the_task_alone_where_a_caller_wants_it() => Assert.Multiple(() =>
    {
        Assert.That(BytesPerCall(Weavers.Woven(Shape.Release).Result, "DirectAwaitCosts", "OfATask"), Is.EqualTo(72));
        Assert.That(BytesPerCall(Fixtures.Compiled(Shape.Release), "DirectAwaitCosts", "OfATask"), Is.EqualTo(112), "not woven");
        Assert.That(BytesPerCall(Weavers.Woven(Shape.Release).Result, "DirectAwaitCosts", "OfATaskOfAValueTask"), Is.EqualTo(80));
        Assert.That(BytesPerCall(Fixtures.Compiled(Shape.Release), "DirectAwaitCosts", "OfATaskOfAValueTask"), Is.EqualTo(120), "not woven");
    });

    private static void Nothing(string fixture, string method, long before) => Assert.Multiple(() =>
    {
        foreach (var shape in new[] { Shape.Release, Shape.StandardRelease })
        {
            Assert.That(BytesPerCall(Weavers.Woven(shape).Result, fixture, method), Is.Zero, $"{shape}");
        }

        Assert.That(BytesPerCall(Fixtures.Compiled(Shape.Release), fixture, method), Is.EqualTo(before), "not woven");
    });

    private static double BytesPerCall(CompiledAssembly assembly, string fixture, string method) =>
        BytesPerCallOf.Least(assembly, fixture, type => (Action)type.GetMethod("Driven")!.Invoke(null, [method])!);
}
