using Mono.Cecil;

namespace Tests.Compilation;

/// <summary>Finds the methods that the weaver adds for those of a type.</summary>
internal static class SecondMethodClass
{
    /// <summary>The class that has them.</summary>
    public const string Name = "<>c__PooledAwait";

    /// <summary>The methods of a type, and the second methods that the weaver gave them.</summary>
    public static IEnumerable<MethodDefinition> WithSecondMethods(this TypeDefinition type) =>
        type.Methods.Concat(type.NestedTypes.Where(nested => nested.Name == Name).SelectMany(nested => nested.Methods));
}
