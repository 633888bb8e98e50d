using NUnit.Framework;
using Tests.Compilation;
using Tests.Verifying;
using Tests.Weaving;

namespace Tests.WhenAny.Weaving;

[Parallelizable(ParallelScope.Self)]
public class SnapshotTests
{
    // What is not awaited is the same without optimisation.
    private static readonly string[] s_debugged = ["WhenAnyAwaited", "WhenAnyCosts", "WhenAnyHoisted"];

    // On netstandard2.0 the compiler makes arrays of arguments, not spans.
    private static readonly string[] s_standard = ["WhenAnyArguments", "WhenAnyCosts", "WhenAnyGenerics"];

    [TestCaseSource(nameof(Valid))]
    public Task Weaves(string fixture)
    {
        var type = $"{CompiledAssembly.Name}.Valid.{fixture}";
        var shapes = new List<Shape> { Shape.Release };
        shapes.AddRange(s_debugged.Contains(fixture) ? [Shape.Debug] : []);
        shapes.AddRange(s_standard.Contains(fixture) ? [Shape.StandardRelease] : []);
        return Verifier.Verify(ChangeText.Of(
            shapes.Select(shape => CallDecisions.All.Woven(CallDecisions.Own(shape))), type, ChangeText.WithoutAsyncScenarios(shapes, type)));
    }

    [Test]
    public Task Decides() => Verifier.Verify(CallDecisions.All.Told(CallDecisions.Shapes));

    private static IEnumerable<string> Valid() => CallDecisions.All.Fixtures("Valid").Where(fixture => fixture != "WhenAnyContexts");
}
