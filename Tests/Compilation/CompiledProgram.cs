using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;

namespace Tests.Compilation;

/// <summary>Compiles programs from sources in tests, for .NET 10, and runs each in a separate process.</summary>
internal static class CompiledProgram
{
    private const string RuntimeConfig =
        """
        { "runtimeOptions": { "tfm": "net10.0", "framework": { "name": "Microsoft.NETCore.App", "version": "10.0.0" } } }
        """;

    /// <summary>Compiles a program as a Release build does.</summary>
    /// <param name="options">The options for parsing the sources.</param>
    /// <param name="suppressed">The identifiers of the compiler's diagnostics to suppress.</param>
    /// <param name="sources">The program's source texts.</param>
    public static CompiledAssembly Compile(CSharpParseOptions options, IEnumerable<string> suppressed, params string[] sources)
    {
        var compilation = CSharpCompilation.Create(
            CompiledAssembly.Name,
            sources.Select(text => CSharpSyntaxTree.ParseText(text, options, encoding: Encoding.UTF8)),
            References.MetadataOf("net10.0"),
            new CSharpCompilationOptions(
                OutputKind.ConsoleApplication,
                optimizationLevel: OptimizationLevel.Release,
                allowUnsafe: true,
                specificDiagnosticOptions: suppressed.Select(id => KeyValuePair.Create(id, ReportDiagnostic.Suppress)),
                nullableContextOptions: NullableContextOptions.Enable));
        using var image = new MemoryStream();
        var result = compilation.Emit(image, options: new EmitOptions(debugInformationFormat: DebugInformationFormat.Embedded));
        return result.Success
            ? new CompiledAssembly(Shape.Release, image.ToArray(), [])
            : throw new InvalidOperationException(string.Join("\n", result.Diagnostics.Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error)));
    }

    /// <summary>Runs a program to its end.</summary>
    /// <param name="program">The program.</param>
    /// <param name="variables">Additional environment variables.</param>
    /// <param name="arguments">The program's arguments.</param>
    /// <returns>The program's output.</returns>
    public static string Run(CompiledAssembly program, Dictionary<string, string> variables, params string[] arguments) => Run("dotnet", program, variables, arguments);

    /// <summary>Runs a program to its end, with the dotnet command of another runtime.</summary>
    /// <param name="host">The path of the dotnet command.</param>
    /// <param name="program">The program.</param>
    /// <param name="variables">Additional environment variables.</param>
    /// <param name="arguments">The program's arguments.</param>
    /// <returns>The program's output.</returns>
    public static string Run(string host, CompiledAssembly program, IReadOnlyDictionary<string, string> variables, params string[] arguments)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllBytes(folder.PathOf("program.dll"), program.Image);
        File.WriteAllText(folder.PathOf("program.runtimeconfig.json"), RuntimeConfig);
        File.Copy(References.Runtime("net10.0"), folder.PathOf("PooledAwait.Runtime.dll"));
        var (exitCode, output) = ChildProcess.Run(variables, host, folder.FullName, ["program.dll", .. arguments]);
        return exitCode == 0 ? output : throw new InvalidOperationException($"It ended with {exitCode}:\n{output}");
    }
}
