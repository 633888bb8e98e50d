using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Runtime.CompilerServices;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using Microsoft.CodeAnalysis.Text;
using Tests.Amplification;

namespace Tests.Compilation;

/// <summary>
/// Compiles the sources of AssemblyToProcess with a pinned compiler, so that snapshots do not change with the SDK's compiler. Each shape is
/// compiled once per test run.
/// </summary>
public static class Fixtures
{
    private static readonly ConcurrentDictionary<Shape, Lazy<CompiledAssembly>> s_compiled = new();

    // A path as on a build server. On this machine, the folder does not exist.
    private const string SymbolPath = $"/_/{CompiledAssembly.Name}/obj/{CompiledAssembly.Name}.pdb";

    private static readonly string s_sources = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(ThisFile())!, "..", "..", "AssemblyToProcess"));

    public static CompiledAssembly Compiled(Shape shape) => s_compiled.GetOrAdd(shape, static s => new(() => Compile(s))).Value;

    /// <summary>Compiles a source text of a test in the given shape.</summary>
    public static CompiledAssembly Compile(Shape shape, string source) =>
        Compile(shape, [Parse(shape, "/source.cs", source)]);

    /// <summary>Compiles the fixtures as with DebugType=embedded: the symbols are in the image, and there is no symbol file.</summary>
    public static CompiledAssembly CompileEmbedded(Shape shape) => Compile(shape, Sources(shape), DebugInformationFormat.Embedded);

    /// <summary>Compiles the fixtures of another version of PooledAwait, from another folder, against that version's PooledAwait.Runtime.</summary>
    /// <param name="shape">The shape to compile.</param>
    /// <param name="folder">The folder of the fixtures.</param>
    /// <param name="runtime">The file of that version's PooledAwait.Runtime.</param>
    public static CompiledAssembly CompileFrom(Shape shape, string folder, string runtime) => Compile(
        shape, Sources(shape, folder), references: [.. References.Of(shape.Framework).Where(path => Path.GetFileName(path) != Path.GetFileName(runtime)).Append(runtime).Select(References.Metadata)]);

    private static CompiledAssembly Compile(Shape shape) => Compile(shape, Sources(shape));

    /// <summary>Parses the source files of the fixtures for the given shape.</summary>
    internal static IEnumerable<SyntaxTree> Sources(Shape shape) => Sources(shape, s_sources);

    private static IEnumerable<SyntaxTree> Sources(Shape shape, string folder)
    {
        var files = Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(folder, file).Replace('\\', '/'))
            .Where(file => !file.StartsWith("obj/") && !file.StartsWith("bin/"))
            .Where(file => file.Split('/') is not ["Valid" or "LeftAlone", var name] || name.StartsWith(shape.Fixtures))
            .Order(StringComparer.Ordinal);

        // The symbols contain this path, so it must be the same on every machine.
        return files.Select(file => Parse(shape, $"/AssemblyToProcess/{file}", File.ReadAllText(Path.Combine(folder, file))));
    }

    private static SyntaxTree Parse(Shape shape, string path, string source) =>
        CSharpSyntaxTree.ParseText(
            SourceText.From(source.ReplaceLineEndings("\n"), Encoding.UTF8),
            new CSharpParseOptions(shape.Language, preprocessorSymbols: shape.Symbols),
            path);

    private static CompiledAssembly Compile(
        Shape shape, IEnumerable<SyntaxTree> sources, DebugInformationFormat symbolFormat = DebugInformationFormat.PortablePdb, IEnumerable<MetadataReference>? references = null)
    {
        var compilation = CSharpCompilation.Create(
            CompiledAssembly.Name,
            sources,
            references ?? References.MetadataOf(shape.Framework),
            new CSharpCompilationOptions(
                OutputKind.DynamicallyLinkedLibrary,
                optimizationLevel: shape.Optimised ? OptimizationLevel.Release : OptimizationLevel.Debug,
                allowUnsafe: true,
                deterministic: true,
                nullableContextOptions: NullableContextOptions.Enable));
        if (shape.FirstAwait.Length > 0)
        {
            compilation = Amplifier.Amplify(compilation, shape.FirstAwait);
        }

        using var image = new MemoryStream();
        using var symbols = new MemoryStream();
        var result = compilation.Emit(
            image,
            symbolFormat == DebugInformationFormat.Embedded ? null : symbols,
            options: new EmitOptions(debugInformationFormat: symbolFormat, pdbFilePath: SymbolPath));
        Refuse(result.Diagnostics);
        return new CompiledAssembly(shape, image.ToArray(), symbols.ToArray());
    }

    private static void Refuse(ImmutableArray<Diagnostic> diagnostics)
    {
        var errors = diagnostics.Where(d => d.Severity == DiagnosticSeverity.Error).Select(d => d.ToString()).ToList();
        if (errors.Count > 0)
        {
            throw new InvalidOperationException("The fixtures do not compile:\n" + string.Join("\n", errors));
        }
    }

    private static string ThisFile([CallerFilePath] string path = "") => path;
}
