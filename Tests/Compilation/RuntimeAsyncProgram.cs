using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;

namespace Tests.Compilation;

/// <summary>
/// Programs whose async methods the runtime itself suspends: .NET 10 has that behind switches, of the compiler and of the runtime. Methods that carry
/// <c>[RuntimeAsyncMethodGeneration(false)]</c> have a state machine all the same.
/// </summary>
internal static class RuntimeAsyncProgram
{
    /// <summary>The compiler knows the attribute by its name; .NET 10 has none.</summary>
    private const string Attribute =
        """
        namespace System.Runtime.CompilerServices
        {
            [AttributeUsage(AttributeTargets.Method)]
            internal sealed class RuntimeAsyncMethodGenerationAttribute(bool runtimeAsync) : Attribute
            {
                public bool RuntimeAsync => runtimeAsync;
            }
        }
        """;

    /// <summary>What the compiler says of AsyncHelpers in .NET 10.</summary>
    private const string Experimental = "SYSLIB5007";

    private const string RuntimeConfig =
        """
        { "runtimeOptions": { "tfm": "net10.0", "framework": { "name": "Microsoft.NETCore.App", "version": "10.0.0" } } }
        """;

    public static CompiledAssembly Compile(string source)
    {
        var options = new CSharpParseOptions(LanguageVersion.Preview).WithFeatures([new("runtime-async", "on")]);
        var compilation = CSharpCompilation.Create(
            CompiledAssembly.Name,
            new[] { source, Attribute }.Select(text => CSharpSyntaxTree.ParseText(text, options, encoding: Encoding.UTF8)),
            References.MetadataOf("net10.0"),
            new CSharpCompilationOptions(
                OutputKind.ConsoleApplication,
                optimizationLevel: OptimizationLevel.Release,
                specificDiagnosticOptions: [new(Experimental, ReportDiagnostic.Suppress)],
                nullableContextOptions: NullableContextOptions.Enable));
        using var image = new MemoryStream();
        var result = compilation.Emit(image, options: new EmitOptions(debugInformationFormat: DebugInformationFormat.Embedded));
        return result.Success
            ? new CompiledAssembly(Shape.Release, image.ToArray(), [])
            : throw new InvalidOperationException(string.Join("\n", result.Diagnostics.Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error)));
    }

    /// <summary>Runs it to its end.</summary>
    /// <returns>What it printed.</returns>
    public static string Run(CompiledAssembly program)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllBytes(folder.PathOf("program.dll"), program.Image);
        File.WriteAllText(folder.PathOf("program.runtimeconfig.json"), RuntimeConfig);
        File.Copy(References.Runtime("net10.0"), folder.PathOf("PooledAwait.Runtime.dll"));
        var variables = new Dictionary<string, string> { ["DOTNET_RuntimeAsync"] = "1", ["DOTNET_TieredCompilation"] = "0" };
        var (exitCode, output) = ChildProcess.Run(variables, "dotnet", folder.FullName, "program.dll");
        return exitCode == 0 ? output : throw new InvalidOperationException($"It ended with {exitCode}:\n{output}");
    }
}
