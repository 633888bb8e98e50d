using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Tests.Compilation;

namespace Tests.Documentation;

/// <summary>Compiles the C# code of pages: whole types, members of a type, or statements of a method.</summary>
internal static class CSharpBlocks
{
    private const string Usings = """
        global using System;
        global using System.Collections.Concurrent;
        global using System.Collections.Generic;
        global using System.IO;
        global using System.Linq;
        global using System.Runtime.CompilerServices;
        global using System.Threading;
        global using System.Threading.Tasks;
        global using PooledAwait;
        global using PooledAwait.Runtime;
        """;

    private static readonly CSharpParseOptions s_options = new(LanguageVersion.Latest);
    private static readonly SyntaxTree s_usings = CSharpSyntaxTree.ParseText(Usings, s_options);
    private static readonly MetadataReference[] s_references = [.. References.MetadataOf("net10.0")];

    /// <returns>An empty list if the block compiles as types, as members or as statements. Otherwise, the shortest of the three lists of errors.</returns>
    public static IReadOnlyList<string> Errors(CodeBlock block)
    {
        string[] ways =
        [
            $"{block.Text}\nclass Page {{ {block.Given} }}",
            $"class Page {{ {block.Given}\n{block.Text}\n}}",
            $"class Page {{ {block.Given}\nasync Task Run()\n{{\n{block.Text}\n}} }}",
        ];
        var errors = ways.Select(ErrorsOf).ToList();
        return errors.MinBy(found => found.Count)!;
    }

    private static List<string> ErrorsOf(string source) => [.. CSharpCompilation.Create(
            "Page",
            [s_usings, CSharpSyntaxTree.ParseText(source, s_options)],
            s_references,
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, nullableContextOptions: NullableContextOptions.Enable))
        .GetDiagnostics().Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error).Select(diagnostic => diagnostic.ToString())];
}
