using Mono.Cecil;

namespace PooledAwait.Fody.Cil.Types;

/// <summary>Which types live on the stack alone: such a value is never an object, and may hold the address of something else.</summary>
internal static class RefStructs
{
    // Not in Cecil's enumeration yet: `allows ref struct` (C# 13).
    private const GenericParameterAttributes AllowsRefStruct = (GenericParameterAttributes)0x20;

    /// <summary>Whether a type is a ref struct.</summary>
    public static bool IsRefStruct(this TypeDefinition type) =>
        type is { IsValueType: true, HasCustomAttributes: true } && type.CustomAttributes.Any(attribute =>
            attribute.AttributeType is { Name: "IsByRefLikeAttribute", Namespace: "System.Runtime.CompilerServices", DeclaringType: null });

    /// <summary>Whether a ref struct may stand for a type parameter.</summary>
    public static bool MayBeRefStruct(this GenericParameter parameter) => (parameter.Attributes & AllowsRefStruct) != 0;
}
