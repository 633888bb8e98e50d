using NUnit.Framework;
using Tests.Compilation;
using Tests.Verifying;
using Tests.Weaving;

namespace Tests.StateObjects;

[Parallelizable(ParallelScope.Self)]
public class SnapshotTests
{
    private static readonly Shape[] s_shapes = [Shape.Release, Shape.Debug];

    [Test]
    public Task Weaves([ValueSource(nameof(Valid))] string fixture, [ValueSource(nameof(s_shapes))] Shape shape) =>
        Verifier.Verify(IlText.Changed(Fixtures.Compiled(shape), CallDecisions.All.Woven(shape).Result, $"{CompiledAssembly.Name}.Valid.{fixture}"));

    [Test]
    public Task Decides([ValueSource(typeof(Shape), nameof(Shape.All))] Shape shape) => Verifier.Verify(string.Join("\n\n",
        from folder in new[] { "Valid", "LeftAlone" }
        from fixture in CallDecisions.All.Fixtures(folder)
        let type = $"{CompiledAssembly.Name}.{folder}.{fixture}"
        select $"{type}\n" + string.Join("\n", CallDecisions.All.In(shape, type).Select(decision => $"  {decision.Method}: {decision.Decision}"))));

    private static IEnumerable<string> Valid() => CallDecisions.All.Fixtures("Valid");
}
