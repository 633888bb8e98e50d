using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Tests.Weaving;

namespace Tests.Compilation;

/// <summary>
/// Lists the fixtures and scenarios that the sources declare, without compiling the sources. In every test run, NUnit asks for the list of all tests, even if
/// it then runs only a few tests. So the list must be fast. A test compiles sources only when the test itself runs.
/// </summary>
internal static class DeclaredFixtures
{
    private static readonly ConcurrentDictionary<Shape, Lazy<Declared>> s_declared = new();

    /// <summary>Returns the names of the fixtures in a folder. A fixture is a type with its nested types, in one or more files.</summary>
    public static IReadOnlyList<string> Names(Shape shape, string folder) => [.. Of(shape).Types.Where(type => type.Folder == folder).Select(type => type.Name).Distinct()];

    /// <summary>
    /// Returns the scenarios: the public static methods that take a Trace. <see cref="Scenario.In"/> finds the same methods in a compiled assembly.
    /// </summary>
    public static IReadOnlyList<Scenario> Scenarios(Shape shape) => Of(shape).Scenarios;

    private static Declared Of(Shape shape) => s_declared.GetOrAdd(shape, static s => new(() => Read(s))).Value;

    // Keeps only names, and no syntax trees. A test run has thousands of garbage collections. If the syntax trees of all shapes stayed in memory, each
    // collection would take several times as long.
    private static Declared Read(Shape shape)
    {
        var members = Fixtures.Sources(shape).SelectMany(source => source.GetRoot().DescendantNodes(static node => node is not BaseMethodDeclarationSyntax))
            .OfType<MemberDeclarationSyntax>().ToList();
        const string Prefix = CompiledAssembly.Name + ".";
        return new(
            [
                .. from member in members
                   where member is BaseTypeDeclarationSyntax or DelegateDeclarationSyntax
                   let space = member.Parent is BaseNamespaceDeclarationSyntax parent ? $"{parent.Name}" : ""
                   where space.StartsWith(Prefix, StringComparison.Ordinal)
                   select (space[Prefix.Length..], NameOf(member)),
            ],
            [
                .. from method in members.OfType<MethodDeclarationSyntax>()
                   where method.Modifiers.Any(SyntaxKind.PublicKeyword) && method.Modifiers.Any(SyntaxKind.StaticKeyword)
                   where $"{method.ReturnType}" is "void" or "Task"
                   where method.ParameterList.Parameters is [{ Type: IdentifierNameSyntax { Identifier.Text: "Trace" } }]
                   select new Scenario(FullNameOf(method.Parent!), method.Identifier.Text),
            ]);
    }

    private static string FullNameOf(SyntaxNode type) => type.Parent switch
    {
        BaseNamespaceDeclarationSyntax parent => $"{parent.Name}.{NameOf(type)}",
        { } outer => $"{FullNameOf(outer)}+{NameOf(type)}",
        null => throw new ArgumentException("Every fixture is in a namespace.", nameof(type)),
    };

    private static string NameOf(SyntaxNode type) => type switch
    {
        TypeDeclarationSyntax { TypeParameterList.Parameters.Count: var count } declared => $"{declared.Identifier.Text}`{count}",
        DelegateDeclarationSyntax { TypeParameterList.Parameters.Count: var count } declared => $"{declared.Identifier.Text}`{count}",
        BaseTypeDeclarationSyntax declared => declared.Identifier.Text,
        DelegateDeclarationSyntax declared => declared.Identifier.Text,
        _ => throw new ArgumentException("Not a type.", nameof(type)),
    };

    private sealed record Declared(IReadOnlyList<(string Folder, string Name)> Types, IReadOnlyList<Scenario> Scenarios);
}
