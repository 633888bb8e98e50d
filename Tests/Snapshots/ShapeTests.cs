using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Snapshots;

/// <summary>For each shape of code that the weaver changes, a snapshot shows a small program, and what weaving changes in its IL.</summary>
[Parallelizable(ParallelScope.All)]
public sealed class ShapeTests
{
    private static readonly string s_folder = Repository.PathOf("Tests", "Snapshots", "Shapes");

    private static IEnumerable<string> Shapes => Directory.GetFiles(s_folder, "*.cs").Select(Path.GetFileNameWithoutExtension).OfType<string>().Order(StringComparer.Ordinal);

    [TestCaseSource(nameof(Shapes))]
    public Task Is_woven(string shape) => Verifier.Verify(TextOf(shape, Shape.Release));

    /// <summary>Without optimisation, a state machine is a class instead of a struct.</summary>
    [Test]
    public Task Is_woven_without_optimisation() => Verifier.Verify(TextOf("AwaitedCall", Shape.Debug));

    private static string TextOf(string shape, Shape build)
    {
        var source = File.ReadAllText(Path.Combine(s_folder, $"{shape}.cs")).ReplaceLineEndings("\n");
        var woven = new WeavingRunner { Config = Weavers.Everything }.Weave(Fixtures.Compile(build, source));
        return $"{source}\n{ShapeText.Of(woven)}";
    }
}
