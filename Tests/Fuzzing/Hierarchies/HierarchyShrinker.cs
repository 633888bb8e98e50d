using System.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Tests.Fuzzing.Hierarchies.Generating;
using Tests.Fuzzing.Hierarchies.Running;
using Tests.Fuzzing.Running;

namespace Tests.Fuzzing.Hierarchies;

/// <summary>
/// Shrinks a failing program: removes types, members, bases, constraint clauses and statements, as long as the woven program still behaves differently.
/// </summary>
internal static class HierarchyShrinker
{
    /// <summary>The number of smaller programs that are compiled, woven and run together.</summary>
    private const int AtATime = 60;

    /// <returns>The smallest failing program that was found within the time.</returns>
    public static HierarchyProgram Shrink(HierarchyProgram program, TimeSpan patience)
    {
        var clock = Stopwatch.StartNew();
        while (clock.Elapsed < patience && Smaller(program) is { } smaller)
        {
            program = smaller;
        }

        return program;
    }

    private static HierarchyProgram? Smaller(HierarchyProgram program)
    {
        var roots = program.Assemblies.Select(types => CSharpSyntaxTree.ParseText(string.Join("\n", types)).GetRoot()).ToList();
        var parts = roots.SelectMany((root, assembly) => root.DescendantNodes().Where(IsPart).Select(node => (Assembly: assembly, Node: node))).OrderByDescending(part => part.Node.Span.Length);
        foreach (var some in parts.Chunk(AtATime))
        {
            var fails = Fail([.. some.Select(part => Without([part]))]);
            var needless = some.Where((_, i) => fails[i]).ToList();
            if (needless.Count == 0)
            {
                continue;
            }

            // A part is needless if the program also fails without the part. Tries to remove all needless parts, then each half of them, and finally only the
            // first part.
            List<List<(int Assembly, SyntaxNode Node)>> together = [needless, [.. needless.Take(needless.Count / 2)], [.. needless.Skip(needless.Count / 2)], [needless[0]]];
            var smaller = together.Where(one => one.Count > 0).Select(Without).ToList();
            return smaller[Fail(smaller).IndexOf(true)];
        }

        return null;

        HierarchyProgram Without(IReadOnlyList<(int Assembly, SyntaxNode Node)> removed) => program with
        {
            Assemblies = [.. roots.Select((root, i) => (IReadOnlyList<string>)[root.RemoveNodes(removed.Where(one => one.Assembly == i).Select(one => one.Node), SyntaxRemoveOptions.KeepNoTrivia)!.ToFullString()])],
        };
    }

    private static List<bool> Fail(IReadOnlyList<HierarchyProgram> programs) => [.. HierarchyBatch.Run(programs).Failures.Select(failure => failure?.Kind == FailureKind.Trace)];

    private static bool IsPart(SyntaxNode node) => node switch
    {
        MemberDeclarationSyntax => true,
        BaseListSyntax => true,
        BaseTypeSyntax { Parent: BaseListSyntax { Types.Count: > 1 } } => true,
        TypeParameterConstraintClauseSyntax => true,
        StatementSyntax { Parent: BlockSyntax } => true,
        _ => false,
    };
}
