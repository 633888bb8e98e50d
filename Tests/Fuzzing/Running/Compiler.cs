using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using Microsoft.CodeAnalysis.Text;
using Tests.Amplification;
using Tests.Compilation;

namespace Tests.Fuzzing.Running;

/// <summary>Compiles many programs into one assembly.</summary>
internal static class Compiler
{
    private const string GlobalUsings = """
        global using System;
        global using System.Collections.Generic;
        global using System.Linq;
        global using System.Threading;
        global using System.Threading.Tasks;
        """;

    private static readonly IReadOnlyList<MetadataReference> s_references = [.. Files.Select(References.Metadata)];

    /// <summary>
    /// The files to which programs refer: the usual references of a build, and the tests' assembly. The tests' assembly contains <c>World</c>, the environment
    /// of the programs.
    /// </summary>
    public static IReadOnlyList<string> Files => [.. References.Of("net10.0"), typeof(Compiler).Assembly.Location];

    /// <summary>Compiles the programs as Debug and as Release, and writes both assemblies to subfolders of the folder.</summary>
    /// <param name="sources">
    /// The text of each program, by the program's name. <c>FirstAwait</c> says whether the start of each async body gets an added await, which always suspends.
    /// </param>
    /// <param name="language">The language version of all programs.</param>
    /// <param name="folder">The batch's folder.</param>
    /// <returns>The names of the programs that are not valid C#, with the first error of each. The assemblies contain all other programs.</returns>
    public static IReadOnlyDictionary<string, string> Compile(
        IReadOnlyDictionary<string, (string Text, bool FirstAwait)> sources, LanguageVersion language, string folder)
    {
        var compilation = CSharpCompilation.Create(
            Build.AssemblyName,
            [Parse("GlobalUsings", GlobalUsings), .. sources.Select(source => Parse(source.Key, source.Value.Text))],
            s_references,
            new CSharpCompilationOptions(
                OutputKind.DynamicallyLinkedLibrary,
                deterministic: true,
                warningLevel: 0,
                nullableContextOptions: NullableContextOptions.Annotations));
        compilation = Amplifier.Amplify(
            compilation, Amplifier.Yielding, tree => sources.TryGetValue(NameOf(tree), out var source) && source.FirstAwait);
        var errors = new Dictionary<string, string>();
        var debug = Emit(compilation, optimised: false, folder);
        while (!debug.Success)
        {
            var broken = debug.Diagnostics.Where(d => d.Severity == DiagnosticSeverity.Error).GroupBy(d => d.Location.SourceTree).ToList();
            foreach (var tree in broken)
            {
                errors.Add(NameOf(tree.Key!), tree.First().ToString());
            }

            // The other programs may have errors that the compiler finds only in a later phase.
            compilation = compilation.RemoveSyntaxTrees(broken.Select(tree => tree.Key!));
            debug = Emit(compilation, optimised: false, folder);
        }

        if (Emit(compilation, optimised: true, folder) is { Success: false } release)
        {
            throw new InvalidOperationException(string.Join("\n", release.Diagnostics.Where(d => d.Severity == DiagnosticSeverity.Error)));
        }

        return errors;

        SyntaxTree Parse(string name, string source) =>
            CSharpSyntaxTree.ParseText(SourceText.From(source, Encoding.UTF8), new CSharpParseOptions(language), $"/{name}.cs");
    }

    private static string NameOf(SyntaxTree tree) => Path.GetFileNameWithoutExtension(tree.FilePath);

    private static EmitResult Emit(CSharpCompilation compilation, bool optimised, string folder)
    {
        var file = new Build(optimised, IsWoven: false).File(folder);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        using var image = File.Create(file);
        using var symbols = File.Create(Path.ChangeExtension(file, ".pdb"));
        return compilation
            .WithOptions(compilation.Options.WithOptimizationLevel(optimised ? OptimizationLevel.Release : OptimizationLevel.Debug))
            .Emit(image, symbols, options: new EmitOptions(debugInformationFormat: DebugInformationFormat.PortablePdb));
    }
}
