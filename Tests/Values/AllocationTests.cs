using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Values;

/// <summary>Keeps the results of calls and uses them later. Measures the exact bytes on the thread that makes and completes the calls.</summary>
[Alone]
public class AllocationTests
{
    [TestCase("Two", 384)]
    [TestCase("TryAndFinally", 280)]
    [TestCase("AcrossAnAwait", 280)]
    [TestCase("SlowOrNot", 248)]
    [TestCase("AwaitedOrNot", 240)]
    [TestCase("ByAMethodThatReturnsIt", 240)]
    [TestCase("ByReference", 256)]
    [TestCase("Cast", 120)]
    [TestCase("Tasks", 352)]
    [TestCase("TasksBeforeOtherWork", 496)]
    [TestCase("ResultOrAwait", 296)]
    [TestCase("AwaiterOrAwait", 344)]
    [TestCase("ThroughAnInterface", 224)]
    [TestCase("ConsumedOrReturned", 240)]
    public void Of_nothing(string method, long before) => Assert.Multiple(() =>
    {
        foreach (var shape in new[] { Shape.Release, Shape.StandardRelease })
        {
            Assert.That(BytesPerCall(Weavers.Woven(shape).Result, method), Is.Zero, $"{shape}");
        }

        Assert.That(BytesPerCall(Fixtures.Compiled(Shape.Release), method), Is.EqualTo(before), "not woven");
    });

    private static double BytesPerCall(CompiledAssembly assembly, string method) =>
        BytesPerCallOf.Least(assembly, "KeptCosts", type => (Action)type.GetMethod("Driven")!.Invoke(null, [method])!);
}
