using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Tests.Compilation;

namespace Tests.Packaging;

/// <summary>Compiles the add-in in OtherWeaver/ to a file as a package would contain it.</summary>
internal static class OtherWeaver
{
    /// <returns>The add-in's path in the folder.</returns>
    public static string CompileTo(string folder)
    {
        var path = Path.Combine(folder, "Counting.Fody.dll");
        var references = References.Of("netstandard2.0")
            .Concat(((string[])["FodyHelpers.dll", "Mono.Cecil.dll"]).Select(name => Path.Combine(AppContext.BaseDirectory, name)))
            .Select(reference => MetadataReference.CreateFromFile(reference));
        var outcome = CSharpCompilation.Create(
            "Counting.Fody",
            [CSharpSyntaxTree.ParseText(File.ReadAllText(Repository.PathOf("Tests", "Packaging", "OtherWeaver", "ModuleWeaver.cs")))],
            references,
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary)).Emit(path);
        return outcome.Success ? path : throw new InvalidOperationException(string.Join("\n", outcome.Diagnostics));
    }
}
