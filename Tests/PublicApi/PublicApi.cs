using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Tests.Compilation;

namespace Tests.PublicApi;

/// <summary>
/// Lists the part of PooledAwait.Runtime that users can refer to, for one of the library's frameworks. Each type and each member is a line of C#.
/// </summary>
internal static class PublicApi
{
    private static readonly SymbolDisplayFormat s_type = new(
        typeQualificationStyle: SymbolDisplayTypeQualificationStyle.NameAndContainingTypesAndNamespaces,
        genericsOptions: SymbolDisplayGenericsOptions.IncludeTypeParameters | SymbolDisplayGenericsOptions.IncludeTypeConstraints
            | SymbolDisplayGenericsOptions.IncludeVariance,
        kindOptions: SymbolDisplayKindOptions.IncludeTypeKeyword,
        miscellaneousOptions: SymbolDisplayMiscellaneousOptions.UseSpecialTypes
            | SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier);

    private static readonly SymbolDisplayFormat s_member = new(
        typeQualificationStyle: s_type.TypeQualificationStyle,
        genericsOptions: s_type.GenericsOptions,
        memberOptions: SymbolDisplayMemberOptions.IncludeParameters | SymbolDisplayMemberOptions.IncludeType
            | SymbolDisplayMemberOptions.IncludeRef | SymbolDisplayMemberOptions.IncludeModifiers
            | SymbolDisplayMemberOptions.IncludeAccessibility | SymbolDisplayMemberOptions.IncludeConstantValue,
        parameterOptions: SymbolDisplayParameterOptions.IncludeType | SymbolDisplayParameterOptions.IncludeName
            | SymbolDisplayParameterOptions.IncludeModifiers | SymbolDisplayParameterOptions.IncludeDefaultValue
            | SymbolDisplayParameterOptions.IncludeExtensionThis,
        propertyStyle: SymbolDisplayPropertyStyle.ShowReadWriteDescriptor,
        miscellaneousOptions: s_type.MiscellaneousOptions);

    /// <param name="framework">The target framework that the assembly was built for.</param>
    public static IReadOnlyList<string> Of(string framework)
    {
        // Reads this build from the tests' output folder, with references to a framework that has all types to which the build refers.
        var runtime = MetadataReference.CreateFromFile(Path.Combine(AppContext.BaseDirectory, "runtime", framework, "PooledAwait.Runtime.dll"));
        var others = References.Of(framework == "netstandard2.0" ? framework : "net10.0")
            .Where(path => Path.GetFileName(path) != "PooledAwait.Runtime.dll");
        var compilation = CSharpCompilation.Create("Reader", references: [runtime, .. others.Select(path => MetadataReference.CreateFromFile(path))]);
        var assembly = (IAssemblySymbol)compilation.GetAssemblyOrModuleSymbol(runtime)!;
        return [.. Types(assembly.GlobalNamespace).OrderBy(Name, StringComparer.Ordinal).SelectMany(Lines)];
    }

    private static IEnumerable<INamedTypeSymbol> Types(INamespaceOrTypeSymbol within) => within.GetMembers().SelectMany(member => member switch
    {
        INamespaceSymbol inner => Types(inner),
        INamedTypeSymbol type when IsVisible(type) => Types(type).Prepend(type),
        _ => [],
    });

    private static IEnumerable<string> Lines(INamedTypeSymbol type)
    {
        var bases = type.Interfaces.Select(Name).Order(StringComparer.Ordinal).ToList();
        if (type is { TypeKind: TypeKind.Class, BaseType: { SpecialType: not SpecialType.System_Object } parent })
        {
            bases.Insert(0, Name(parent));
        }

        var after = bases.Count == 0 ? "" : $" : {string.Join(", ", bases)}";
        yield return $"{AccessibilityOf(type)} {Modifiers(type)}{type.ToDisplayString(s_type)}{after}";
        foreach (var usage in type.GetAttributes().Where(attribute => attribute.AttributeClass is { Name: nameof(AttributeUsageAttribute) }))
        {
            yield return $"    [AttributeUsage({(AttributeTargets)(int)usage.ConstructorArguments[0].Value!})]";
        }

        var members = type.GetMembers().Where(IsVisible).Where(IsMember).Select(member => member.ToDisplayString(s_member));
        foreach (var member in members.Order(StringComparer.Ordinal))
        {
            yield return $"    {member}";
        }
    }

    // Omits accessors, which the property's line shows, and the parameterless constructor that every struct and enumeration has.
    private static bool IsMember(ISymbol member) => member switch
    {
        INamedTypeSymbol => false,
        IMethodSymbol { AssociatedSymbol: not null } => false,
        IMethodSymbol { MethodKind: MethodKind.Constructor, Parameters.Length: 0, ContainingType.IsValueType: true } => false,
        _ => true,
    };

    private static bool IsVisible(ISymbol symbol) =>
        symbol.DeclaredAccessibility is Accessibility.Public or Accessibility.Protected or Accessibility.ProtectedOrInternal;

    private static string AccessibilityOf(INamedTypeSymbol type) => type.DeclaredAccessibility == Accessibility.Public ? "public" : "protected";

    private static string Modifiers(INamedTypeSymbol type) => type switch
    {
        { IsStatic: true } => "static ",
        { TypeKind: TypeKind.Class, IsAbstract: true } => "abstract ",
        { TypeKind: TypeKind.Class, IsSealed: true } => "sealed ",
        { IsReadOnly: true } => "readonly ",
        _ => "",
    };

    private static string Name(INamedTypeSymbol type) => type.ToDisplayString(s_type.WithKindOptions(SymbolDisplayKindOptions.None));
}
