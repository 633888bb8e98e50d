using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Tests.Compilation;

/// <summary>Compiles PooledAwait.Fody from its own sources, with edits of their text.</summary>
internal static class WeaverSources
{
    public const string Assembly = "PooledAwait.Fody";

    /// <summary>The code that the weaver's project adds to the source files.</summary>
    private static readonly string s_ofItsProject =
        $"""
        global using System;
        global using System.Collections.Generic;
        global using System.IO;
        global using System.Linq;
        global using System.Threading;
        global using System.Threading.Tasks;
        global using Mono.Cecil;
        global using Mono.Cecil.Cil;
        global using PooledAwait.Fody.IL;

        [assembly: System.Reflection.AssemblyVersion("{Repository.Version}.0")]
        [assembly: System.Runtime.CompilerServices.InternalsVisibleTo("PooledAwait.Inspect")]
        [assembly: System.Runtime.CompilerServices.InternalsVisibleTo("Tests")]
        """;

    private static readonly string s_folder = Repository.PathOf(Assembly);

    private static readonly CSharpParseOptions s_options = new(LanguageVersion.Latest, preprocessorSymbols: ["NETSTANDARD2_0", "NETSTANDARD", "WEAVER"]);

    private static readonly Lazy<CSharpCompilation> s_unchanged = new(() => CSharpCompilation.Create(
        Assembly,
        Files().Select(file => Parse(Read(file), file)).Append(Parse(s_ofItsProject, "Project.cs")),
        Libraries().Select(References.Metadata),
        new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, optimizationLevel: OptimizationLevel.Release, nullableContextOptions: NullableContextOptions.Enable)));

    /// <summary>The compilation of the unchanged sources.</summary>
    public static CSharpCompilation Compilation => s_unchanged.Value;

    /// <summary>Compiles the weaver with edits. Each edit replaces a text that occurs exactly once in the named file.</summary>
    public static byte[] Compile(IEnumerable<(string File, string Text, string Replacement)> edits)
    {
        using var image = new MemoryStream();
        var result = Edited(edits).Compilation.Emit(image, manifestResources: Resources());
        return result.Success ? image.ToArray() : throw new InvalidOperationException(string.Join("\n", result.Diagnostics.Where(IsError)));
    }

    /// <summary>Returns the compiler's errors in the edited files. Does not compile the other files, because this would take longer.</summary>
    public static IReadOnlyList<Diagnostic> ErrorsOf(IEnumerable<(string File, string Text, string Replacement)> edits)
    {
        var (compilation, trees) = Edited(edits);
        return [.. trees.SelectMany(tree => compilation.GetSemanticModel(tree).GetDiagnostics()).Where(IsError)];
    }

    private static (CSharpCompilation Compilation, IReadOnlyList<SyntaxTree> Trees) Edited(IEnumerable<(string File, string Text, string Replacement)> edits)
    {
        var compilation = s_unchanged.Value;
        var trees = new List<SyntaxTree>();
        foreach (var edit in edits.GroupBy(edit => edit.File))
        {
            var before = compilation.SyntaxTrees.SingleOrDefault(tree => Path.GetFileName(tree.FilePath) == edit.Key) ?? throw new ArgumentException($"There is no {edit.Key}.");
            var after = Parse(edit.Aggregate(before.ToString(), (text, one) => ReplaceOnce(edit.Key, text, one.Text, one.Replacement)), before.FilePath);
            compilation = compilation.ReplaceSyntaxTree(before, after);
            trees.Add(after);
        }

        return (compilation, trees);
    }

    private static string ReplaceOnce(string file, string source, string text, string replacement)
    {
        var times = source.Split(text).Length - 1;
        return times == 1 ? source.Replace(text, replacement) : throw new ArgumentException($"{file} contains {times} times, not once: {text}");
    }

    private static SyntaxTree Parse(string source, string file) => CSharpSyntaxTree.ParseText(source, s_options, file);

    private static string Read(string file) => File.ReadAllText(file).ReplaceLineEndings("\n");

    private static IEnumerable<string> Files() => Directory.EnumerateFiles(s_folder, "*.cs", SearchOption.AllDirectories)
        .Where(file => Path.GetRelativePath(s_folder, file).Split(Path.DirectorySeparatorChar)[0] is not ("build" or "obj" or "bin"))
        .Concat(new[] { "PooledBuilders", "PooledStateObjects", "PooledWhenAny" }.Select(shared => Repository.PathOf("PooledAwait.Runtime", $"{shared}.cs")));

    // Leaves PooledAwait.Runtime out of the fixtures' references, because the weaver's own build does not refer to it.
    private static IEnumerable<string> Libraries() => References.Of("netstandard2.0").Where(file => Path.GetFileName(file) != "PooledAwait.Runtime.dll")
        .Concat(new[] { "FodyHelpers", "Mono.Cecil", "Mono.Cecil.Pdb", "Mono.Cecil.Rocks" }.Select(library => Path.Combine(AppContext.BaseDirectory, library + ".dll")));

    private static IEnumerable<ResourceDescription> Resources() =>
        from folder in new[] { "", "Style", "Script" }
        from file in Directory.EnumerateFiles(Path.Combine(s_folder, "Report", "Page", folder))
        where Path.GetExtension(file) is ".html" or ".css" or ".js"
        select new ResourceDescription($"{Assembly}.Report.{Path.GetFileName(file)}", () => File.OpenRead(file), isPublic: true);

    private static bool IsError(Diagnostic diagnostic) => diagnostic.Severity == DiagnosticSeverity.Error;
}
