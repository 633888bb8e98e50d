using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using Microsoft.CodeAnalysis.Text;
using Mono.Cecil;
using Mono.Cecil.Cil;

namespace Tests.Options;

/// <summary>Compiles a few lines of C# against the tests' own assemblies, including PooledAwait.Runtime, for tests that only read the result.</summary>
internal static class Source
{
    private const string Usings =
        "global using System; global using System.Collections.Generic; global using System.Threading.Tasks; global using PooledAwait;";

    private static readonly MetadataReference[] s_references =
    [
        .. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!)
            .Split(Path.PathSeparator)
            .Select(path => MetadataReference.CreateFromFile(path)),
    ];

    public static ModuleDefinition Compile(string source, bool optimised = true, OutputKind kind = OutputKind.DynamicallyLinkedLibrary)
    {
        var compilation = CSharpCompilation.Create(
            "App",
            [Parse(Usings, "Usings.cs"), Parse(source, "/src/app/Code.cs")],
            s_references,
            new CSharpCompilationOptions(kind, allowUnsafe: true, optimizationLevel: optimised ? OptimizationLevel.Release : OptimizationLevel.Debug));
        var image = new MemoryStream();
        var symbols = new MemoryStream();
        var outcome = compilation.Emit(image, symbols, options: new EmitOptions(debugInformationFormat: DebugInformationFormat.PortablePdb));
        Assert.That(outcome.Diagnostics.Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error), Is.Empty);

        image.Position = 0;
        symbols.Position = 0;
        var resolver = new DefaultAssemblyResolver();
        resolver.AddSearchDirectory(AppContext.BaseDirectory);
        return ModuleDefinition.ReadModule(image, new ReaderParameters
        {
            AssemblyResolver = resolver,
            ReadSymbols = true,
            SymbolReaderProvider = new PortablePdbReaderProvider(),
            SymbolStream = symbols,
        });
    }

    /// <summary>Returns the only method whose full name (its type's name, a dot, its own name) ends with the text.</summary>
    public static MethodDefinition Method(this ModuleDefinition module, string name) =>
        module.GetTypes().SelectMany(type => type.Methods).Single(method => Names(method).EndsWith(name, StringComparison.Ordinal));

    /// <summary>Returns the methods whose full name (the type's name, a dot, the method's name) contains the text.</summary>
    public static IEnumerable<MethodDefinition> Methods(this ModuleDefinition module, string name) =>
        module.GetTypes().SelectMany(type => type.Methods).Where(method => Names(method).Contains(name, StringComparison.Ordinal));

    private static string Names(MethodDefinition method) => $"{method.DeclaringType.FullName}.{method.Name}";

    private static SyntaxTree Parse(string source, string path) =>
        CSharpSyntaxTree.ParseText(SourceText.From(source, Encoding.UTF8), new CSharpParseOptions(LanguageVersion.Latest), path);
}
