using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Tests.NewerRuntimes;

namespace Tests.Compilation;

/// <summary>
/// Compiles and runs programs with async methods that the runtime itself suspends. The compiler makes these methods only if a switch is set. The runtime of
/// .NET 10 runs them only if another switch is set. Methods with <c>[RuntimeAsyncMethodGeneration(false)]</c> have a state machine nevertheless.
/// </summary>
internal static class RuntimeAsyncProgram
{
    /// <summary>Declares the attribute, because .NET 10 does not. The compiler recognises the attribute by its name.</summary>
    public const string Attribute =
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

    /// <summary>The compiler's diagnostic for uses of AsyncHelpers in .NET 10.</summary>
    private const string Experimental = "SYSLIB5007";

    /// <summary>The options for parsing the programs' sources.</summary>
    public static CSharpParseOptions Parsing { get; } = new CSharpParseOptions(LanguageVersion.Preview).WithFeatures([new("runtime-async", "on")]);

    /// <summary>The diagnostics to suppress when the programs are compiled.</summary>
    public static IReadOnlyList<KeyValuePair<string, ReportDiagnostic>> Suppressed { get; } = [new(Experimental, ReportDiagnostic.Suppress)];

    public static CompiledAssembly Compile(string source) => CompiledProgram.Compile(Parsing, [Experimental], source, Attribute);

    /// <summary>Runs a program to its end.</summary>
    /// <param name="program">The program.</param>
    /// <param name="host">The path of a dotnet command.</param>
    /// <returns>The program's output.</returns>
    public static string Run(CompiledAssembly program, string host = "dotnet") => CompiledProgram.Run(
        host, program, new Dictionary<string, string>(CoreClr11.Variables) { ["DOTNET_RuntimeAsync"] = "1", ["DOTNET_TieredCompilation"] = "0" });
}
