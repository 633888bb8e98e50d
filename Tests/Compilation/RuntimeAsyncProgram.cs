using Microsoft.CodeAnalysis.CSharp;

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

    public static CompiledAssembly Compile(string source) => CompiledProgram.Compile(
        new CSharpParseOptions(LanguageVersion.Preview).WithFeatures([new("runtime-async", "on")]), [Experimental], source, Attribute);

    /// <summary>Runs it to its end.</summary>
    /// <returns>What it printed.</returns>
    public static string Run(CompiledAssembly program) =>
        CompiledProgram.Run(program, new() { ["DOTNET_RuntimeAsync"] = "1", ["DOTNET_TieredCompilation"] = "0" });
}
