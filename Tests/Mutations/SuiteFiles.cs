using Tests.Amplification;
using Tests.Builders.Conformance;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Mutations;

/// <summary>The assemblies that the parts of the suite run. They are compiled and woven only once, because all processes read the same files.</summary>
/// <param name="folder">The folder of the files.</param>
internal sealed class SuiteFiles(string folder)
{
    public static readonly IReadOnlyList<Shape> Shapes = [Shape.Release, AmplifiedFixtures.Release];

    public string Folder => folder;

    /// <summary>Compiles, weaves and writes all files.</summary>
    public SuiteFiles Write()
    {
        foreach (var builders in new[] { BuilderChoice.Default, BuilderChoice.Pooled, BuilderChoice.Woven })
        {
            File.WriteAllBytes(Scenarios(builders), ScenarioContext.Image(builders, optimised: true));
        }

        foreach (var shape in Shapes)
        {
            Write(shape, woven: false, Fixtures.Compiled(shape));
            Write(shape, woven: true, Weavers.WovenThroughout(shape).Result);
        }

        return this;
    }

    public string Scenarios(BuilderChoice builders) => Path.Combine(folder, $"Scenarios.{builders}.dll");

    public CompiledAssembly Read(Shape shape, bool woven) =>
        new(shape, File.ReadAllBytes(Fixture(shape, woven, "dll")), File.ReadAllBytes(Fixture(shape, woven, "pdb")));

    /// <summary>Writes a build of PooledAwait.Runtime.</summary>
    /// <returns>The path of the written file.</returns>
    public string WriteRuntime(string name, byte[] image)
    {
        var file = Path.Combine(folder, $"{name}.dll");
        File.WriteAllBytes(file, image);
        return file;
    }

    private void Write(Shape shape, bool woven, CompiledAssembly assembly)
    {
        File.WriteAllBytes(Fixture(shape, woven, "dll"), assembly.Image);
        File.WriteAllBytes(Fixture(shape, woven, "pdb"), assembly.Symbols);
    }

    private string Fixture(Shape shape, bool woven, string extension) => Path.Combine(folder, $"{shape}{(woven ? ".Woven" : "")}.{extension}");
}
