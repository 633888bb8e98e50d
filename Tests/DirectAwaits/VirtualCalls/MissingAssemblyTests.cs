using System.Runtime.Loader;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.DirectAwaits.VirtualCalls;

/// <summary>If some classes of a program need a missing assembly, the program must still run as long as it does not use these classes.</summary>
[Parallelizable(ParallelScope.Self)]
public class MissingAssemblyTests
{
    [Test]
    public void What_needs_it_is_not_asked_for([Values] bool isWoven, [Values("class Extra : Missing.Base, I", "class Extra : I, Missing.IThing", "class Extra : I, IEquatable<Missing.IThing>", "class Extra : I, IEquatable<Leaf>, Missing.IThing", "struct Extra : I")] string declaration) =>
        Runs(isWoven, declaration, "Missing");

    [Test]
    public void Nor_is_what_needs_a_package_whose_name_begins_with_System([Values] bool isWoven) => Runs(isWoven, "class Extra : I, Missing.IThing", "System.Missing");

    private static void Runs(bool isWoven, string declaration, string assemblyName)
    {
        var references = References.MetadataOf(References.Current).ToList();
        var missing = Compile(assemblyName, "namespace Missing; public class Base { } public interface IThing { } public struct Value { public int X; }", references);
        var library = Compile("Library", $$"""
            using System;
            using System.Threading.Tasks;
            public interface I { Task<int> Get(int value); }
            public class Plain : I { public async Task<int> Get(int value) { await Task.Yield(); return value; } }
            public {{declaration}}
            {
                {{(declaration.StartsWith("struct", StringComparison.Ordinal) ? "public Missing.Value Value;" : "")}}
                public async Task<int> Get(int value) { await Task.Yield(); return -value; }
                {{(declaration.Contains("IEquatable<Missing") ? "public bool Equals(Missing.IThing other) => false;" : "")}}
                {{(declaration.Contains("Leaf") ? "public bool Equals(Leaf other) => false;" : "")}}
            }
            {{(declaration.Contains("Leaf") ? "public class Leaf : Extra;" : "")}}
            public static class P { public static async Task<int> Call() => await Of(new Plain()); private static async Task<int> Of(I i) => await i.Get(5); }
            """, [.. references, MetadataReference.CreateFromImage(missing)]);
        var woven = new WeavingRunner { Weaver = isWoven ? Weavers.Create : () => new NoWeaver() }.Weave(new CompiledAssembly(Shape.Release, library, [])).Result;

        var context = new AssemblyLoadContext(null, isCollectible: true);
        var assembly = context.LoadFromStream(new MemoryStream(woven.Image));
        Assert.That(((Task<int>)assembly.GetType("P")!.GetMethod("Call")!.Invoke(null, null)!).GetAwaiter().GetResult(), Is.EqualTo(5));
    }

    private static byte[] Compile(string name, string source, IEnumerable<MetadataReference> references)
    {
        var image = new MemoryStream();
        var result = CSharpCompilation.Create(
                name, [CSharpSyntaxTree.ParseText(source)], references, new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, optimizationLevel: OptimizationLevel.Release))
            .Emit(image, options: new Microsoft.CodeAnalysis.Emit.EmitOptions(debugInformationFormat: Microsoft.CodeAnalysis.Emit.DebugInformationFormat.Embedded));
        Assert.That(result.Success, string.Join("\n", result.Diagnostics));
        return image.ToArray();
    }
}
