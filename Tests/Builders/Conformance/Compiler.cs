using System.Text;
using System.Xml.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using Microsoft.CodeAnalysis.Text;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Builders.Conformance;

/// <summary>Compiles the scenarios with the chosen builders, and PooledAwait.Runtime in configurations that no project builds.</summary>
public static class Compiler
{
    /// <summary>
    /// Compiles the scenarios, the support code that they share with AssemblyToProcess, and the code that measures allocations. For netstandard2.0,
    /// stand-ins replace the measuring code.
    /// </summary>
    public static byte[] Scenarios(BuilderChoice choice, bool optimised, string framework = References.Current)
    {
        string[] symbols = choice switch
        {
            BuilderChoice.Default => [],
            BuilderChoice.BaseLibraryPooling => ["BASE_LIBRARY_POOLING"],
            _ => ["POOLED"],
        };
        var sources = Directory.EnumerateFiles(Repository.PathOf("Tests", "Builders", "Conformance", "Scenarios"), "*.cs")
            .Concat(Directory.EnumerateFiles(Repository.PathOf("AssemblyToProcess", "Support"), "*.cs"))
            .Append(framework == "netstandard2.0" ? Repository.PathOf("Tests", "OlderRuntimes", "Standard", "Standard.cs") : Repository.PathOf("Tests", "AllocatedBytes.cs"));
        var rewriter = new BuilderAttributes(choice);
        var image = Compile(
            "Scenarios",
            Parse(sources, symbols).Select(tree => tree.WithRootAndOptions(rewriter.Visit(tree.GetRoot()), tree.Options)),
            References.Of(framework),
            optimised,
            options: choice == BuilderChoice.Woven ? new EmitOptions(debugInformationFormat: DebugInformationFormat.Embedded) : null);
        return choice switch
        {
            BuilderChoice.Pooled => VoidMethods.Replace(image),
            BuilderChoice.OwnTasks => OwnTasks.Give(VoidMethods.Replace(image)),
            BuilderChoice.Woven => Weave(image, new Shape(framework, optimised)),
            _ => image,
        };
    }

    /// <summary>Compiles PooledAwait.Runtime from its sources. A build that is not optimised has the checks of debug builds.</summary>
    /// <param name="framework">The framework whose preprocessor symbols are defined. The result always runs on the framework of the tests.</param>
    /// <param name="optimised">Whether to compile as Release.</param>
    public static byte[] Runtime(string framework, bool optimised)
    {
        var symbols = References.SymbolsOfRuntime(framework);
        return Compile(
            "PooledAwait.Runtime",
            Parse(RuntimeSources.Files, optimised ? symbols : [.. symbols, "DEBUG"]),
            References.Of(References.Current).Where(path => Path.GetFileName(path) != "PooledAwait.Runtime.dll"),
            optimised,
            Repository.PathOf("PooledAwait.Runtime", "PooledAwait.snk"),
            baseLibrary: RuntimeSources.BaseLibrary());
    }

    /// <summary>Weaves every method that can be woven, even if that does not pay.</summary>
    private static byte[] Weave(byte[] image, Shape shape) =>
        new WeavingRunner { Config = new XElement("PooledAwait", new XAttribute("MinimumStateMachineSize", 0)) }
            .Weave(new CompiledAssembly(shape, image, [])).Result.Image;

    private static IEnumerable<SyntaxTree> Parse(IEnumerable<string> files, string[] symbols)
    {
        var options = new CSharpParseOptions(LanguageVersion.Latest, preprocessorSymbols: symbols);
        return files.Order(StringComparer.Ordinal)
            .Select(file => CSharpSyntaxTree.ParseText(SourceText.From(File.ReadAllText(file), Encoding.UTF8), options, Path.GetFileName(file)))
            .Append(CSharpSyntaxTree.ParseText(RuntimeSources.GlobalUsings, options, encoding: Encoding.UTF8));
    }

    private static byte[] Compile(
        string name,
        IEnumerable<SyntaxTree> sources,
        IEnumerable<string> references,
        bool optimised,
        string? key = null,
        EmitOptions? options = null,
        MetadataReference? baseLibrary = null)
    {
        var compilation = CSharpCompilation.Create(
            name,
            sources,
            [.. references.Select(References.Metadata), .. baseLibrary is null ? [] : (MetadataReference[])[baseLibrary]],
            new CSharpCompilationOptions(
                OutputKind.DynamicallyLinkedLibrary,
                optimizationLevel: optimised ? OptimizationLevel.Release : OptimizationLevel.Debug,
                allowUnsafe: true,
                cryptoKeyFile: key,
                publicSign: key is not null,
                nullableContextOptions: NullableContextOptions.Enable));
        using var image = new MemoryStream();
        var result = compilation.Emit(image, options: options);
        var errors = result.Diagnostics.Where(d => d.Severity == DiagnosticSeverity.Error).ToList();
        return errors.Count == 0
            ? image.ToArray()
            : throw new InvalidOperationException($"{name} does not compile:\n" + string.Join("\n", errors));
    }
}
