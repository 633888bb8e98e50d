using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using Tests.Compilation;
using Tests.Fuzzing.Hierarchies.Generating;
using Tests.Fuzzing.Running;

namespace Tests.Fuzzing.Hierarchies.Running;

/// <summary>Compiles the programs of a batch. All these programs are in the same three assemblies.</summary>
internal static class HierarchyCompiler
{
    private static readonly CSharpParseOptions s_parsing = new(LanguageVersion.Latest);
    private static readonly IReadOnlyList<MetadataReference> s_references = [.. Compiler.Files.Select(References.Metadata)];

    /// <summary>Compiles the programs as Debug and as Release, and writes the unwoven assemblies to subfolders of the folder.</summary>
    /// <returns>The names of the programs that are not valid C#, with the first error of each. The assemblies do not contain these programs.</returns>
    public static IReadOnlyDictionary<string, string> Compile(IReadOnlyDictionary<string, HierarchyProgram> programs, string folder)
    {
        var errors = new Dictionary<string, string>();
        while (true)
        {
            var compilations = CompilationsOf(programs.Where(program => !errors.ContainsKey(program.Key)));
            var found = compilations.SelectMany(compilation => Write(compilation, folder)).GroupBy(error => Path.GetFileNameWithoutExtension(error.Location.SourceTree!.FilePath)).ToList();
            if (found.Count == 0)
            {
                return errors;
            }

            found.ForEach(program => errors.TryAdd(program.Key, program.First().ToString()));
        }
    }

    private static List<CSharpCompilation> CompilationsOf(IEnumerable<KeyValuePair<string, HierarchyProgram>> programs)
    {
        var kept = programs.ToList();
        var compilations = new List<CSharpCompilation>();
        for (var i = 0; i < HierarchyGenerator.Assemblies; i++)
        {
            var assembly = i;
            var sources = kept.Select(program => Parse(program.Value.Render(assembly, program.Key), program.Key));
            compilations.Add(CSharpCompilation.Create(
                WovenBuild.NameOf(i),
                i == 0 ? sources.Append(Parse(HierarchyGenerator.Shared, "Shared")) : sources,
                [.. s_references, .. compilations.Select(before => before.ToMetadataReference())],
                new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, deterministic: true, warningLevel: 0, nullableContextOptions: NullableContextOptions.Annotations)));
        }

        return compilations;

        static SyntaxTree Parse(string text, string name) => CSharpSyntaxTree.ParseText(text, s_parsing, $"/{name}.cs", Encoding.UTF8);
    }

    private static IEnumerable<Diagnostic> Write(CSharpCompilation compilation, string folder)
    {
        foreach (var build in WovenBuild.All.Where(build => build.Weave == Weave.None))
        {
            var file = Path.Combine(folder, build.ToString(), $"{compilation.AssemblyName}.dll");
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            using var image = File.Create(file);
            using var symbols = File.Create(Path.ChangeExtension(file, ".pdb"));
            var level = build.IsOptimised ? OptimizationLevel.Release : OptimizationLevel.Debug;
            var result = compilation.WithOptions(compilation.Options.WithOptimizationLevel(level)).Emit(image, symbols, options: new EmitOptions(debugInformationFormat: DebugInformationFormat.PortablePdb));
            if (!result.Success)
            {
                return result.Diagnostics.Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error);
            }
        }

        return [];
    }
}
