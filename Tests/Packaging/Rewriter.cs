using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Tests.Compilation;

namespace Tests.Packaging;

/// <summary>Compiles the tool in Rewriter/, which rewrites built assemblies. The weaver has no special support for this tool.</summary>
internal static class Rewriter
{
    /// <returns>The tool's path in the folder.</returns>
    public static string CompileTo(string folder)
    {
        const string Cecil = "Mono.Cecil.dll";

        var path = Path.Combine(folder, "Rewriter.dll");
        File.Copy(Path.Combine(AppContext.BaseDirectory, Cecil), Path.Combine(folder, Cecil));
        File.WriteAllText(Path.ChangeExtension(path, ".runtimeconfig.json"), """{ "runtimeOptions": { "tfm": "net10.0", "framework": { "name": "Microsoft.NETCore.App", "version": "10.0.0" } } }""");
        var outcome = CSharpCompilation.Create(
            "Rewriter",
            [CSharpSyntaxTree.ParseText(File.ReadAllText(Repository.PathOf("Tests", "Packaging", "Rewriter", "Program.cs")))],
            [.. References.MetadataOf("net10.0"), MetadataReference.CreateFromFile(Path.Combine(folder, Cecil))],
            new CSharpCompilationOptions(OutputKind.ConsoleApplication)).Emit(path);
        return outcome.Success ? path : throw new InvalidOperationException(string.Join("\n", outcome.Diagnostics));
    }
}
