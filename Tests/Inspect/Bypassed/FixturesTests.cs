using PooledAwait.Fody.Verification;
using PooledAwait.Inspect.Checking;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Inspect.Bypassed;

/// <summary>If nobody changed the woven assembly, each second method has the code of the method that it was made from.</summary>
[Thorough]
[Parallelizable(ParallelScope.All)]
public sealed class FixturesTests
{
    [TestCaseSource(typeof(Extent), nameof(Extent.Shapes))]
    public void Has_nothing_to_find(Shape shape) => Assert.Multiple(() =>
    {
        foreach (var woven in (Woven[])[Weavers.Woven(shape), Weavers.WovenThroughout(shape)])
        {
            using var module = woven.Result.Read();
            Assert.That(SecondMethodSearch.In(module).Count(), Is.GreaterThan(40));
            Assert.That(BypassCheck.Of(module, "Fixtures.dll"), Is.Empty);
        }
    });
}
