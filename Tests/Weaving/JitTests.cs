using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>Shows that the JIT compiles every method of the woven fixtures.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public class JitTests
{
    [TestCaseSource(nameof(Loads))]
    public void Compiles_every_method(Shape shape, string runtimeFramework)
    {
        var loaded = new LoadedAssembly(Weavers.WovenThroughout(shape).Result, runtimeFramework);
        var jit = JitCompilation.Of(loaded.Assembly);
        Assert.Multiple(() =>
        {
            Assert.That(jit.Failures, Is.Empty);
            Assert.That(jit.Uninstantiated, Is.Empty);
            Assert.That(jit.Compiled, Is.GreaterThan(500));
        });
    }

    private static IEnumerable<TestCaseData> Loads() =>
        from shape in Shape.All
        from runtime in new[] { shape.Framework, "net10.0" }.Distinct()
        select new TestCaseData(shape, runtime);
}
