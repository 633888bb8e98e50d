using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Tests.Compilation;

/// <summary>The sources of PooledAwait.Runtime, and the reference that they need besides the framework.</summary>
public static class RuntimeSources
{
    /// <summary>The using directives that a build adds to the sources.</summary>
    public const string GlobalUsings = """
        global using System;
        global using System.Collections.Generic;
        global using System.Linq;
        global using System.Threading;
        global using System.Threading.Tasks;
        """;

    private static readonly string s_folder = Repository.PathOf("PooledAwait.Runtime");

    /// <summary>The name of the interface that the base library's boxes implement.</summary>
    public const string InterfaceOfBoxes = "IAsyncStateMachineBox";

    private static readonly ConcurrentDictionary<string, MetadataReference> s_baseLibraries = new(StringComparer.Ordinal);

    /// <summary>The source files, without the files that declare the base library's internals.</summary>
    public static IEnumerable<string> Files => In(s_folder).Where(file => !IsBelow(file, "BaseLibrary"));

    /// <summary>
    /// Returns a reference to declarations of the base library's internals, with the alias <c>BaseLibrary</c>. PooledAwait.Runtime's own project has the same
    /// reference.
    /// </summary>
    /// <param name="interfaceOfBoxes">The name for the interface's declaration. With a wrong name, the runtime does not find the interface.</param>
    public static MetadataReference BaseLibrary(string interfaceOfBoxes = InterfaceOfBoxes) =>
        s_baseLibraries.GetOrAdd(interfaceOfBoxes, CompileBaseLibrary);

    private static PortableExecutableReference CompileBaseLibrary(string interfaceOfBoxes)
    {
        var compilation = CSharpCompilation.Create(
            "System.Private.CoreLib",
            In(Path.Combine(s_folder, "BaseLibrary")).Select(file => CSharpSyntaxTree.ParseText(File.ReadAllText(file).Replace(InterfaceOfBoxes, interfaceOfBoxes)))
                .Append(CSharpSyntaxTree.ParseText("global using System;")),
            References.Of(References.Current).Select(References.Metadata),
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary));
        using var image = new MemoryStream();
        var result = compilation.Emit(image);
        return result.Success
            ? MetadataReference.CreateFromImage(image.ToArray(), new MetadataReferenceProperties(aliases: ["BaseLibrary"]))
            : throw new InvalidOperationException(string.Join("\n", result.Diagnostics));
    }

    private static IEnumerable<string> In(string folder) =>
        Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories).Where(file => !IsBelow(file, "obj") && !IsBelow(file, "bin"));

    private static bool IsBelow(string file, string folder) => Path.GetRelativePath(s_folder, file).Split(Path.DirectorySeparatorChar).Contains(folder);
}
