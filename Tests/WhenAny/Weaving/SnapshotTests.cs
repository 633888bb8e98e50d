using NUnit.Framework;
using Tests.Compilation;
using Tests.Verifying;
using Tests.Weaving;

namespace Tests.WhenAny.Weaving;

public class SnapshotTests
{
    private static readonly Shape[] s_shapes = [Shape.Release, Shape.Debug];

    /// <summary>The lines that are new with those around them.</summary>
    [Test]
    public Task Weaves([ValueSource(nameof(Valid))] string fixture, [ValueSource(nameof(s_shapes))] Shape shape) => Verify(fixture, shape);

    [Test]
    public Task Weaves_arrays_of_the_compiler_s([Values("WhenAnyArguments", "WhenAnyGenerics")] string fixture) => Verify(fixture, Shape.StandardRelease);

    [Test]
    public Task Decides([ValueSource(nameof(Shapes))] Shape shape) => Verifier.Verify(string.Join("\n\n",
        from folder in new[] { "Valid", "LeftAlone" }
        from fixture in CallDecisions.All.Fixtures(folder)
        let type = $"{CompiledAssembly.Name}.{folder}.{fixture}"
        select $"{type}\n" + string.Join("\n", CallDecisions.All.In(shape, type).Select(decision => $"  {decision.Method}: {decision.Decision}"))));

    private static Task Verify(string fixture, Shape shape, [System.Runtime.CompilerServices.CallerFilePath] string file = "") => Verifier.Verify(
        IlText.Excerpts(Fixtures.Compiled(shape), CallDecisions.All.Woven(shape).Result, $"{CompiledAssembly.Name}.Valid.{fixture}", _ => true), file);

    private static IEnumerable<string> Valid() => CallDecisions.All.Fixtures("Valid");

    private static IEnumerable<Shape> Shapes() => Shape.All.Concat(Shape.OlderLanguages);
}
