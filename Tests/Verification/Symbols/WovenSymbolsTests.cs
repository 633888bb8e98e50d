using System.Reflection.PortableExecutable;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Verification.Symbols;

/// <summary>Shows that the symbols of woven assemblies match the code, both in a separate file and embedded.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public class WovenSymbolsTests
{
    // Without POOLEDAWAIT_WHOLE=1, there is only one combination of framework and configuration. Are_valid_in_a_file then does not test this combination.
    private static IEnumerable<Shape> Embedded => Extent.IsWhole ? Shape.All : [Shape.StandardDebug];

    [TestCaseSource(typeof(Extent), nameof(Extent.FewShapes))]
    public void Are_valid_in_a_file(Shape shape)
    {
        var woven = Weavers.WovenThroughout(shape);
        Compare(woven.Input, woven.Result);
        Assert.That(SymbolPath(woven.Result), Is.EqualTo(SymbolPath(woven.Input)).And.StartsWith("/_/"));
    }

    [TestCaseSource(nameof(Embedded))]
    public void Are_valid_where_they_are_embedded(Shape shape)
    {
        var input = Fixtures.CompileEmbedded(shape);
        var woven = new WeavingRunner().Weave(input).Result;
        Assert.That(woven.Symbols, Is.Empty);
        Compare(input, woven);
        Assert.That(SymbolPath(woven), Is.EqualTo(SymbolPath(input)));
    }

    [Test]
    public void Are_valid_in_a_program_that_a_build_wove() => Compare(Read(EchoBuild.NotWoven), Read(EchoBuild.Woven));

    [Test]
    public void Of_another_build_are_not_valid()
    {
        var first = Fixtures.Compile(
            Shape.Release, "class C { async System.Threading.Tasks.Task M() { await System.Threading.Tasks.Task.Yield(); } }");
        var second = Fixtures.Compile(
            Shape.Release, "class C { async System.Threading.Tasks.Task M() { M(); await System.Threading.Tasks.Task.Yield(); } }");
        using var file = new PEFileReader(first.Image, second.Symbols);
        Assert.Multiple(() =>
        {
            Assert.That(DebugDirectoryFaults.Of(file), Has.Count.EqualTo(2).And.Some.EqualTo("another checksum"));
            Assert.That(SymbolFaults.Of(file).Faults, Has.Some.Contains("where no instruction starts"));
        });
    }

    private static void Compare(CompiledAssembly input, CompiledAssembly woven)
    {
        using var before = new PEFileReader(input);
        using var after = new PEFileReader(woven);
        var (expected, actual) = (SymbolFaults.Of(before), SymbolFaults.Of(after));
        Assert.Multiple(() =>
        {
            Assert.That(DebugDirectoryFaults.Of(before), Is.Empty, "the compiler's own");
            Assert.That(expected.Faults, Is.Empty, "the compiler's own");
            Assert.That(DebugDirectoryFaults.Of(after), Is.Empty);
            Assert.That(actual.Faults, Is.Empty);
            Assert.That(Kinds(after), Is.EquivalentTo(Kinds(before)));
            Assert.That(actual.Points, Is.GreaterThanOrEqualTo(expected.Points).And.GreaterThan(50));
            Assert.That(actual.Stepped.Order(), Is.EqualTo(expected.Stepped.Order()).And.Not.Empty);
        });
    }

    // Returns the path where debuggers first look for the symbols.
    private static string SymbolPath(CompiledAssembly assembly)
    {
        using var image = new PEReader(new MemoryStream(assembly.Image));
        return image.ReadCodeViewDebugDirectoryData(image.ReadDebugDirectory().Single(entry => entry.IsPortableCodeView)).Path;
    }

    private static IEnumerable<DebugDirectoryEntryType> Kinds(PEFileReader file) => file.Image.ReadDebugDirectory().Select(entry => entry.Type);

    private static CompiledAssembly Read(string path) =>
        new(Shape.Release, File.ReadAllBytes(path), File.ReadAllBytes(Path.ChangeExtension(path, ".pdb")));
}
