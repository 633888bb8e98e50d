using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Tests.Amplification;

/// <summary>
/// Inserts an await, which always suspends, at the start of every async body: of methods, local functions, lambdas, anonymous methods and async iterators. Most
/// calls do not suspend, and only a call that suspends uses the pools. So without these awaits the pools would hardly be tested.
/// </summary>
/// <remarks>Line numbers do not change. A body in an unsafe context stays unchanged, because it cannot await.</remarks>
internal sealed class Amplifier : CSharpSyntaxRewriter
{
    /// <summary>An await that always suspends, and continues on the thread pool.</summary>
    public const string Yielding =
        "await global::System.Threading.Tasks.Task.CompletedTask.ConfigureAwait(global::System.Threading.Tasks.ConfigureAwaitOptions.ForceYielding);";

    private readonly SemanticModel _model;
    private readonly StatementSyntax _first;

    private Amplifier(SemanticModel model, string first)
    {
        _model = model;
        _first = SyntaxFactory.ParseStatement(first).WithTrailingTrivia(SyntaxFactory.Space);
    }

    /// <param name="compilation">The compilation to amplify; it is not changed.</param>
    /// <param name="first">The statement to insert at the start of every async body.</param>
    /// <param name="chosen">Returns whether to change a file; null to change all files.</param>
    public static CSharpCompilation Amplify(CSharpCompilation compilation, string first, Func<SyntaxTree, bool>? chosen = null)
    {
        var amplified = compilation;
        foreach (var tree in compilation.SyntaxTrees.Where(tree => chosen?.Invoke(tree) ?? true))
        {
            var root = new Amplifier(compilation.GetSemanticModel(tree), first).Visit(tree.GetRoot());
            amplified = amplified.ReplaceSyntaxTree(tree, tree.WithRootAndOptions(root, tree.Options));
        }

        return amplified;
    }

    public override SyntaxNode? VisitMethodDeclaration(MethodDeclarationSyntax node)
    {
        var visited = (MethodDeclarationSyntax)base.VisitMethodDeclaration(node)!;
        return IsAmplified(node, node.Modifiers, _model.GetDeclaredSymbol(node), out var hasResult) && (node.Body ?? (SyntaxNode?)node.ExpressionBody) is not null
            ? visited.WithBody(Begin(visited.Body, visited.ExpressionBody, hasResult)).WithExpressionBody(null).WithSemicolonToken(default)
            : visited;
    }

    public override SyntaxNode? VisitLocalFunctionStatement(LocalFunctionStatementSyntax node)
    {
        var visited = (LocalFunctionStatementSyntax)base.VisitLocalFunctionStatement(node)!;
        return IsAmplified(node, node.Modifiers, _model.GetDeclaredSymbol(node) as IMethodSymbol, out var hasResult)
            ? visited.WithBody(Begin(visited.Body, visited.ExpressionBody, hasResult)).WithExpressionBody(null).WithSemicolonToken(default)
            : visited;
    }

    public override SyntaxNode? VisitParenthesizedLambdaExpression(ParenthesizedLambdaExpressionSyntax node) =>
        Function(node, (AnonymousFunctionExpressionSyntax)base.VisitParenthesizedLambdaExpression(node)!);

    public override SyntaxNode? VisitSimpleLambdaExpression(SimpleLambdaExpressionSyntax node) =>
        Function(node, (AnonymousFunctionExpressionSyntax)base.VisitSimpleLambdaExpression(node)!);

    public override SyntaxNode? VisitAnonymousMethodExpression(AnonymousMethodExpressionSyntax node) =>
        Function(node, (AnonymousFunctionExpressionSyntax)base.VisitAnonymousMethodExpression(node)!);

    private AnonymousFunctionExpressionSyntax Function(AnonymousFunctionExpressionSyntax node, AnonymousFunctionExpressionSyntax visited) =>
        IsAmplified(node, node.Modifiers, _model.GetSymbolInfo(node).Symbol as IMethodSymbol, out var hasResult)
            ? visited.WithBody(visited.Body is BlockSyntax block ? Begin(block) : Begin((ExpressionSyntax)visited.Body, hasResult))
            : visited;

    /// <summary>
    /// Decides whether a function gets the await. The node must be the original node, because the semantic model has no information about changed nodes.
    /// </summary>
    private static bool IsAmplified(SyntaxNode node, SyntaxTokenList modifiers, IMethodSymbol? method, out bool hasResult)
    {
        // Only the return type shows whether an expression body returns its value or drops it.
        hasResult = method?.ReturnType is INamedTypeSymbol { IsGenericType: true };
        return method is not null && modifiers.Any(SyntaxKind.AsyncKeyword) && !node.AncestorsAndSelf().Any(IsUnsafe);
    }

    private static bool IsUnsafe(SyntaxNode node) => node switch
    {
        UnsafeStatementSyntax => true,
        MemberDeclarationSyntax member => member.Modifiers.Any(SyntaxKind.UnsafeKeyword),
        LocalFunctionStatementSyntax function => function.Modifiers.Any(SyntaxKind.UnsafeKeyword),
        _ => false,
    };

    private BlockSyntax Begin(BlockSyntax? body, ArrowExpressionClauseSyntax? expression, bool hasResult) =>
        body is not null ? Begin(body) : Begin(expression!.Expression, hasResult).WithTrailingTrivia(SyntaxFactory.ElasticLineFeed);

    private BlockSyntax Begin(BlockSyntax body) => body.WithStatements(body.Statements.Insert(0, _first));

    private BlockSyntax Begin(ExpressionSyntax expression, bool hasResult)
    {
        var value = expression.WithoutTrailingTrivia();
        StatementSyntax statement = value switch
        {
            ThrowExpressionSyntax thrown => SyntaxFactory.ThrowStatement(thrown.Expression).NormalizeWhitespace(),
            _ when hasResult => SyntaxFactory.ReturnStatement(
                SyntaxFactory.Token(SyntaxKind.ReturnKeyword).WithTrailingTrivia(SyntaxFactory.Space), value, SyntaxFactory.Token(SyntaxKind.SemicolonToken)),
            _ => SyntaxFactory.ExpressionStatement(value),
        };
        return SyntaxFactory.Block(_first, statement);
    }
}
