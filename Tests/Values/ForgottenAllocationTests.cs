using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Values;

/// <summary>Throws the ValueTasks of calls away. Measures the exact bytes on the thread that makes and completes the calls.</summary>
[Alone]
public class ForgottenAllocationTests
{
    [TestCase("Nothing", 112, 0)]
    [TestCase("Result", 120, 0)]
    [TestCase("Configured", 120, 0)]
    [TestCase("AtOnce", 0, 0)]
    [TestCase("Beside", 224, 0)]
    [TestCase("Looked", 112, 112)]
    public void Are_those_of_the_box_that_comes_back(string method, long before, long woven) => Assert.Multiple(() =>
    {
        Assert.That(BytesPerCall(Fixtures.Compiled(Shape.Release), method), Is.EqualTo(before), "not woven");
        Assert.That(BytesPerCall(Weavers.Woven(Shape.Release).Result, method), Is.EqualTo(woven), "woven");
    });

    private static double BytesPerCall(CompiledAssembly assembly, string method) =>
        BytesPerCallOf.Least(assembly, "ForgottenCosts", type => (Action)type.GetMethod("Driven")!.Invoke(null, [method])!);
}
