using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Tests.Builders.Conformance;

/// <summary>
/// Puts <c>[AsyncMethodBuilder]</c> on every async method and local function of a source, as a user would by hand. The choice and the return type decide which
/// builder the attribute names. Methods in types with <c>[DefaultBuilders]</c> get no attribute. Async void methods get no attribute, because
/// <see cref="VoidMethods"/> gives them their builder. With the choices Default and Woven, no method gets the attribute.
/// </summary>
public sealed class BuilderAttributes(BuilderChoice choice) : CSharpSyntaxRewriter
{
    public override SyntaxNode? VisitClassDeclaration(ClassDeclarationSyntax node) =>
        !node.AttributeLists.SelectMany(list => list.Attributes).Any(attribute => attribute.Name.ToString() == "DefaultBuilders") ? base.VisitClassDeclaration(node)
        : choice == BuilderChoice.Woven ? node.WithAttributeLists(Add(node.AttributeLists, "PooledAwait.PooledAwait", "(Builders = PooledAwait.PooledBuilders.None)"))
        : node;

    public override SyntaxNode? VisitMethodDeclaration(MethodDeclarationSyntax node)
    {
        var visited = (MethodDeclarationSyntax)base.VisitMethodDeclaration(node)!;
        return BuilderOf(node.Modifiers, node.ReturnType) is { } builder
            ? visited.WithAttributeLists(AddBuilder(visited.AttributeLists, builder))
            : visited;
    }

    public override SyntaxNode? VisitLocalFunctionStatement(LocalFunctionStatementSyntax node)
    {
        var visited = (LocalFunctionStatementSyntax)base.VisitLocalFunctionStatement(node)!;
        return BuilderOf(node.Modifiers, node.ReturnType) is { } builder
            ? visited.WithAttributeLists(AddBuilder(visited.AttributeLists, builder))
            : visited;
    }

    private string? BuilderOf(SyntaxTokenList modifiers, TypeSyntax returnType)
    {
        if (choice is BuilderChoice.Default or BuilderChoice.Woven || !modifiers.Any(SyntaxKind.AsyncKeyword))
        {
            return null;
        }

        var (stem, arity) = returnType switch
        {
            IdentifierNameSyntax { Identifier.Text: "Task" or "ValueTask" } name => (name.Identifier.Text, ""),
            GenericNameSyntax { Identifier.Text: "Task" or "ValueTask" } name => (name.Identifier.Text, "<>"),
            _ => ("", ""),
        };
        return (choice, stem) switch
        {
            (_, "") => null,
            (BuilderChoice.Pooled or BuilderChoice.OwnTasks, _) => $"PooledAwait.Runtime.PooledAsync{stem}MethodBuilder{arity}",
            (_, "ValueTask") => $"System.Runtime.CompilerServices.PoolingAsyncValueTaskMethodBuilder{arity}",
            _ => null,
        };
    }

    private static SyntaxList<AttributeListSyntax> AddBuilder(SyntaxList<AttributeListSyntax> lists, string builder) =>
        Add(lists, "System.Runtime.CompilerServices.AsyncMethodBuilder", $"(typeof({builder}))");

    // Adds no line breaks, so that the source keeps its line numbers.
    private static SyntaxList<AttributeListSyntax> Add(SyntaxList<AttributeListSyntax> lists, string attribute, string arguments) =>
        lists.Add(SyntaxFactory.AttributeList(SyntaxFactory.SingletonSeparatedList(
            SyntaxFactory.Attribute(SyntaxFactory.ParseName(attribute), SyntaxFactory.ParseAttributeArgumentList(arguments)!))));
}
