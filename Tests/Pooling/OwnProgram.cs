using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using NUnit.Framework;
using Tests.Compilation;

namespace Tests.Pooling;

/// <summary>A program that runs in its own process, because PooledAwait.Runtime decides only once in a process what these tests are about.</summary>
internal static class OwnProgram
{
    /// <param name="source">The program's only file.</param>
    /// <param name="runtime">The build of PooledAwait.Runtime to compile against.</param>
    public static byte[] Compile(string source, byte[] runtime)
    {
        var compilation = CSharpCompilation.Create(
            "program",
            [CSharpSyntaxTree.ParseText(source)],
            [.. References.Of(References.Current).Where(path => Path.GetFileName(path) != "PooledAwait.Runtime.dll").Select(References.Metadata), MetadataReference.CreateFromImage(runtime)],
            new CSharpCompilationOptions(OutputKind.ConsoleApplication, optimizationLevel: OptimizationLevel.Release));
        using var image = new MemoryStream();
        var result = compilation.Emit(image);
        Assert.That(result.Success, string.Join("\n", result.Diagnostics));
        return image.ToArray();
    }
}
