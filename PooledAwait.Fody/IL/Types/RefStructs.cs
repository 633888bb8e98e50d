namespace PooledAwait.Fody.IL;

/// <summary>Recognises ref structs. They exist only on the stack, are never boxed, and may hold the address of a variable.</summary>
internal static class RefStructs
{
    // The flag of `allows ref struct` (C# 13), which Cecil's enumeration does not have yet.
    private const GenericParameterAttributes AllowsRefStruct = (GenericParameterAttributes)0x20;

    public static bool IsRefStruct(this TypeDefinition type) =>
        type is { IsValueType: true, HasCustomAttributes: true } && type.CustomAttributes.Any(attribute =>
            attribute.AttributeType is { Name: "IsByRefLikeAttribute", Namespace: "System.Runtime.CompilerServices", DeclaringType: null });

    /// <summary>Returns whether a type argument for the type parameter may be a ref struct.</summary>
    public static bool MayBeRefStruct(this GenericParameter parameter) => (parameter.Attributes & AllowsRefStruct) != 0;
}
