using Mono.Cecil;

namespace Tests.Inspect;

/// <summary>Tests input that the command refuses to weave. The command says why, and writes nothing.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class RefusedWeaveTests
{
    private ToolRun _run = null!;

    [SetUp]
    public void MakeFolder() => _run = new ToolRun();

    [TearDown]
    public void DeleteFolder() => _run.Dispose();

    [Test]
    public void Writes_nothing_where_one_of_the_assemblies_cannot_be_woven()
    {
        _run.Compile("App", ToolRun.Code);
        _run.Compile("Wrong", "[PooledAwait.PooledAwait, PooledAwait.PooledAwaitIgnore] public class Wrong { }");
        Directory.CreateDirectory(_run.PathOf("out"));
        File.WriteAllText(_run.PathOf("out", "App.dll"), "old");

        var (exitCode, output, error) = ToolRun.Run("weave", _run.PathOf("in"), "-o", _run.PathOf("out"));

        Assert.Multiple(() =>
        {
            Assert.That(exitCode, Is.EqualTo(1));
            Assert.That(output, Is.Empty);
            Assert.That(error, Does.EndWith("Wrong.dll: PooledAwait PA006: Wrong carries [PooledAwait] and [PooledAwaitIgnore]; only one of them is allowed.\n"));
            Assert.That(_run.Files(), Is.EqualTo(new[] { "in/App.dll", "in/App.pdb", "in/Wrong.dll", "in/Wrong.pdb", "out/App.dll" }));
            Assert.That(File.ReadAllText(_run.PathOf("out", "App.dll")), Is.EqualTo("old"));
            Assert.That(Directory.GetDirectories(_run.Folder).Select(Path.GetFileName), Is.EquivalentTo(new[] { "in", "out" }));
        });
    }

    [Test]
    public void Writes_nothing_where_a_file_stands_for_a_folder()
    {
        _run.Compile("App", ToolRun.Code);
        Directory.CreateDirectory(_run.PathOf("in", "sub"));
        File.WriteAllText(_run.PathOf("in", "sub", "text.txt"), "new");
        Directory.CreateDirectory(_run.PathOf("out"));
        File.WriteAllText(_run.PathOf("out", "sub"), "old");

        var (exitCode, _, error) = ToolRun.Run("weave", _run.PathOf("in"), "-o", _run.PathOf("out"));

        Assert.Multiple(() =>
        {
            Assert.That(exitCode, Is.EqualTo(1));
            Assert.That(error, Is.EqualTo($"The folder '{_run.PathOf("out")}' cannot be written: '{_run.PathOf("out", "sub")}' is a file.\n"));
            Assert.That(_run.Files("out"), Is.EqualTo(new[] { "sub" }));
        });
    }

    [Test]
    public void Names_what_it_does_not_find_when_it_writes()
    {
        var library = _run.Compile("Library", "public enum Kind { None, Some }", folder: "library");
        var source = ToolRun.Code + "\npublic class Constants { public const int None = 0; }";
        var input = _run.Compile("App", source);
        using (var module = ModuleDefinition.ReadModule(input, new ReaderParameters { InMemory = true }))
        using (var other = ModuleDefinition.ReadModule(library))
        {
            var kind = module.ImportReference(other.GetType("Kind"));
            module.GetType("Constants").Fields.Single().FieldType = kind;
            var resolver = (DefaultAssemblyResolver)module.AssemblyResolver;
            resolver.AddSearchDirectory(_run.PathOf("library"));
            module.Write(input);
        }

        var without = ToolRun.Run("weave", input, "-o", _run.PathOf("out"));
        var il = ToolRun.Run("il", input, "*Pooled");
        var with = ToolRun.Run("weave", input, "-o", _run.PathOf("out"), "--reference", _run.PathOf("library"));

        Assert.Multiple(() =>
        {
            Assert.That(without.ExitCode, Is.EqualTo(1));
            Assert.That(without.Error, Is.EqualTo($"'{input}' refers to 'Kind' of Library, which was not found. Say where it is with --reference.\n"));
            Assert.That(il.ExitCode, Is.Zero, il.Error);
            Assert.That(with.ExitCode, Is.Zero, with.Error);
        });
    }
}
