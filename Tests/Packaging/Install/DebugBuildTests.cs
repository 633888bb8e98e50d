using Mono.Cecil;

namespace Tests.Packaging.Install;

/// <summary>A build without optimisation gives the same files with and without the package, unless the project asks for weaving.</summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class DebugBuildTests
{
    private static Installation Built => Installation.Built;

    [TestCase("NoSymbols/With", "NoSymbols/Without")]
    [TestCase("Symbols/With", "Symbols/WithRuntime", Description = "Symbols name what the compiler was given to refer to.")]
    public void Is_the_same_to_the_byte(string with, string without)
    {
        var one = Built[with].Output("Debug", "net10.0");
        var other = Built[without].Output("Debug", "net10.0");

        Assert.That(File.ReadAllBytes(one), Is.EqualTo(File.ReadAllBytes(other)));
        Assert.That(File.Exists(Symbols(one)), Is.EqualTo(with.StartsWith("Symbols", StringComparison.Ordinal)));
        if (File.Exists(Symbols(one)))
        {
            Assert.That(File.ReadAllBytes(Symbols(one)), Is.EqualTo(File.ReadAllBytes(Symbols(other))));
        }

        static string Symbols(string assembly) => Path.ChangeExtension(assembly, ".pdb");
    }

    [TestCase("AlwaysByProps")]
    [TestCase("AlwaysByTargets")]
    [TestCase("AlwaysByProject")]
    [TestCase("InDebugByTargets")]
    [TestCase("InDebugByProject")]
    [TestCase("OptimizedByTargets")]
    public void Is_woven_where_the_documented_line_says_so(string name) =>
        Assert.That(WeavingEvidence.IsWoven(Built[name].Output("Debug", "net10.0")), Is.True);

    [Test]
    public void Is_woven_by_another_add_in_alone()
    {
        using var module = ModuleDefinition.ReadModule(Built["BesideAnother"].Output("Debug", "net10.0"));

        Assert.That(module.GetType("Counting"), Is.Not.Null);
        Assert.That(WeavingEvidence.IsWoven(module.FileName), Is.False);
    }
}
