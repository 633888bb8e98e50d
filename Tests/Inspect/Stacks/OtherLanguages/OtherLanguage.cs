using System.Runtime.InteropServices;
using Tests.Compilation;

namespace Tests.Inspect.Stacks.OtherLanguages;

/// <summary>A program in a language other than C#, compiled by the SDK's compiler.</summary>
internal static class OtherLanguage
{
    private const string Name = "Night";

    private static readonly string s_sdk = Directory.GetDirectories(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", "sdk")).Order(StringComparer.Ordinal).Last();

    /// <returns>The assembly, with symbols beside it.</returns>
    public static string CompileFSharp(ToolRun run, bool isOptimised)
    {
        var assembly = Place(run);
        var library = Path.Combine(s_sdk, "FSharp", "FSharp.Core.dll");
        File.Copy(library, Path.Combine(Path.GetDirectoryName(assembly)!, "FSharp.Core.dll"));
        Compile(
            Path.Combine(s_sdk, "FSharp", "fsc.dll"), "fs", assembly,
            ["--nologo", "--target:exe", "--debug:portable", $"--optimize{(isOptimised ? "+" : "-")}", "--noframework", "--targetprofile:netcore", "--simpleresolution", $"-r:{library}", $"-o:{assembly}"]);
        return assembly;
    }

    /// <returns>The assembly, with symbols beside it.</returns>
    public static string CompileVisualBasic(ToolRun run, bool isOptimised)
    {
        var assembly = Place(run);
        Compile(
            Path.Combine(s_sdk, "Roslyn", "bincore", "vbc.dll"), "vb", assembly,
            ["-nologo", "-target:exe", "-debug:portable", $"-optimize{(isOptimised ? "+" : "-")}", "-nosdkpath", "-define:_MyType=\"Empty\"", $"-vbruntime:{Reference("Microsoft.VisualBasic.dll")}", $"-out:{assembly}"]);
        return assembly;
    }

    private static string Place(ToolRun run)
    {
        var assembly = run.PathOf("in", $"{Name}.dll");
        Directory.CreateDirectory(Path.GetDirectoryName(assembly)!);
        return assembly;
    }

    private static void Compile(string compiler, string extension, string assembly, IEnumerable<string> options)
    {
        var source = Repository.PathOf("Tests", "Inspect", "Stacks", "OtherLanguages", $"{Name}.{extension}");
        Dotnet.Run(Path.GetDirectoryName(assembly)!, [compiler, .. options, .. References.Of("net10.0").Select(reference => $"-r:{reference}"), source]);
        File.WriteAllText(Path.ChangeExtension(assembly, ".runtimeconfig.json"), ShapesProgram.RuntimeConfig("10.0.0"));
    }

    private static string Reference(string name) => References.Of("net10.0").Single(path => Path.GetFileName(path) == name);
}
