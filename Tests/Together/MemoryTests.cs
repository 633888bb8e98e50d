using System.Runtime.CompilerServices;
using System.Xml.Linq;
using Mono.Cecil;
using PooledAwait.Fody.IL;
using PooledAwait.Inspect.Weaving;
using Tests.Compilation;
using Tests.Inspect;

namespace Tests.Together;

/// <summary>
/// While the weaver weaves a program, it releases method bodies that it only read. When it has written an assembly, it releases the assembly.
/// </summary>
[Parallelizable(ParallelScope.Self)]
public sealed class MemoryTests
{
    private const string Lib = """
        using System.Threading.Tasks;

        public class Lib
        {
            public static async ValueTask<int> Pooled() { await Task.Yield(); return 1; }

            // Looked at as a caller, and left as it is.
            public static ValueTask<int> Returns(bool twice) => twice ? Pooled() : Pooled();
        }
        """;

    private const string App = """
        using System.Threading.Tasks;

        public class App
        {
            public static ValueTask<int> ReturnsToo(bool twice) => Lib.Returns(twice);
            public static async Task<int> Run() => await ReturnsToo(false) + await Lib.Pooled();
        }
        """;

    [Test]
    public void Bodies_that_were_only_looked_at_are_let_go()
    {
        using var folder = new ToolRun();
        using var program = Open(folder);
        program.Weave(new XElement("PooledAwait"));

        Assert.Multiple(() =>
        {
            Assert.That(IsDecoded(program, "Lib", "Pooled"), Is.True);
            Assert.That(IsDecoded(program, "App", "Run"), Is.True);
            Assert.That(IsDecoded(program, "Lib", "Returns"), Is.False);
            Assert.That(IsDecoded(program, "App", "ReturnsToo"), Is.False);
        });
    }

    [Test]
    public void Assemblies_are_let_go_when_they_are_written()
    {
        using var folder = new ToolRun();
        using var program = Open(folder);
        program.Weave(new XElement("PooledAwait"));

        var modules = Write(program);
        GC.Collect();
        Assert.That(modules.ConvertAll(module => module.IsAlive), Is.EqualTo(new[] { false, false }));
    }

    // This is a separate method, because objects may live until the end of the method that used them.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static List<WeakReference> Write(OpenProgram program)
    {
        var modules = new List<WeakReference>();
        foreach (var assembly in program.Closing())
        {
            Assert.That(assembly.Write().Image, Is.Not.EqualTo(File.ReadAllBytes(assembly.Path)));
            modules.Add(new WeakReference(assembly.Module));
        }

        return modules;
    }

    private static OpenProgram Open(ToolRun folder)
    {
        var lib = folder.Compile("Lib", Lib);
        string[] paths = [folder.Compile("App", App, references: [lib]), lib];
        var references = References.Of(References.Current);
        return new OpenProgram(paths, references, (path, resolver) => new OpenAssembly(path, references, resolver));
    }

    private static bool IsDecoded(OpenProgram program, string type, string method) =>
        MemberUses.IsDecoded(program.Assemblies.Select(assembly => assembly.Module.GetType(type)).OfType<TypeDefinition>().Single().Methods.Single(one => one.Name == method));
}
