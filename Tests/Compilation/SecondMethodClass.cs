using Mono.Cecil;

namespace Tests.Compilation;

/// <summary>Finds the second methods that the weaver adds for the methods of a type.</summary>
internal static class SecondMethodClass
{
    /// <summary>The name of the nested class for second methods.</summary>
    public const string Name = "<>c__PooledAwait";

    /// <summary>Returns the methods of a type, and their second methods.</summary>
    public static IEnumerable<MethodDefinition> WithSecondMethods(this TypeDefinition type) =>
        type.Methods.Concat(type.NestedTypes.Where(nested => nested.Name == Name).SelectMany(nested => nested.Methods));
}
