using NUnit.Framework;
using Tests.Compilation;
using Tests.Verifying;
using Tests.Weaving;

namespace Tests.StateObjects;

[Parallelizable(ParallelScope.Self)]
public class SnapshotTests
{
    private static readonly Shape[] s_shapes = [Shape.Release, Shape.Debug];

    [TestCaseSource(nameof(Valid))]
    public Task Weaves(string fixture) =>
        Verifier.Verify(ChangeText.Of(s_shapes.Select(CallDecisions.All.Woven), $"{CompiledAssembly.Name}.Valid.{fixture}", static _ => true));

    [Test]
    public Task Decides() => Verifier.Verify(CallDecisions.All.Told(Shape.All));

    private static IEnumerable<string> Valid() => CallDecisions.All.Fixtures("Valid");
}
