namespace PooledAwait.Fody.IL;

/// <summary>
/// Writes types as IL spells them, with the name of their assembly but without its version: <c>class [System.Runtime]System.Func`1&lt;int32&gt;</c>. Type
/// parameters are written by name: <c>!T</c> for a type parameter of a type, <c>!!T</c> for a type parameter of a method.
/// </summary>
internal static class IlTypeName
{
    /// <summary>Returns the type as signatures show it. A keyword says whether the type is a class or a value type.</summary>
    public static string InSignature(TypeReference type) => type switch
    {
        // A reference to another assembly's generic member has only the positions of the type parameters. Cecil's names for them, such as !0, already begin
        // with the exclamation mark.
        GenericParameter parameter when parameter.Name.StartsWith("!", StringComparison.Ordinal) => parameter.Name,
        GenericParameter { Type: GenericParameterType.Type } parameter => "!" + IlToken.Name(parameter.Name),
        GenericParameter parameter => "!!" + IlToken.Name(parameter.Name),
        ArrayType array => $"{InSignature(array.ElementType)}[{new string(',', array.Rank - 1)}]",
        PointerType pointer => InSignature(pointer.ElementType) + "*",
        ByReferenceType reference => InSignature(reference.ElementType) + "&",
        PinnedType pinned => InSignature(pinned.ElementType) + " pinned",
        SentinelType sentinel => "..., " + InSignature(sentinel.ElementType),
        RequiredModifierType modifier => $"{InSignature(modifier.ElementType)} modreq({Plain(modifier.ModifierType)})",
        OptionalModifierType modifier => $"{InSignature(modifier.ElementType)} modopt({Plain(modifier.ModifierType)})",
        FunctionPointerType pointer => $"method {Signature(pointer, "*")}",
        _ => Keyword(type) ?? (type.IsValueType ? "valuetype " : "class ") + Plain(type),
    };

    /// <summary>Returns the type as it is written before one of its members, or as the operand of an instruction that takes a type.</summary>
    public static string Plain(TypeReference type) => type switch
    {
        GenericInstanceType instance => $"{Plain(instance.ElementType)}<{string.Join(", ", instance.GenericArguments.Select(InSignature))}>",
        TypeSpecification or GenericParameter => InSignature(type),
        _ => Keyword(type) ?? Scope(type) + FullName(type),
    };

    /// <summary>Returns the names of the type and of the types around it, without the assembly.</summary>
    public static string FullName(TypeReference type) =>
        type.DeclaringType != null ? $"{FullName(type.DeclaringType)}/{IlToken.Name(type.Name)}"
        : type.Namespace.Length == 0 ? IlToken.Name(type.Name)
        : $"{IlToken.Name(type.Namespace)}.{IlToken.Name(type.Name)}";

    /// <summary>Returns a method's return type, name and parameters as text, without the declaring type.</summary>
    public static string Signature(IMethodSignature signature, string name) =>
        (signature.HasThis ? signature.ExplicitThis ? "instance explicit " : "instance " : "") +
        Convention(signature.CallingConvention) +
        $"{InSignature(signature.ReturnType)} {name}({string.Join(", ", signature.Parameters.Select(parameter => InSignature(parameter.ParameterType)))})";

    private static string Convention(MethodCallingConvention convention) => convention switch
    {
        MethodCallingConvention.Default or MethodCallingConvention.Generic => "",
        MethodCallingConvention.VarArg => "vararg ",
        MethodCallingConvention.Unmanaged => "unmanaged ",
        _ => $"unmanaged {convention.ToString().ToLowerInvariant()} ",
    };

    private static string Scope(TypeReference type)
    {
        while (type.DeclaringType != null)
        {
            type = type.DeclaringType;
        }

        return type.Scope is AssemblyNameReference or ModuleReference and not ModuleDefinition ? $"[{IlToken.Name(type.Scope.Name)}]" : "";
    }

    private static string? Keyword(TypeReference type) => type.MetadataType switch
    {
        MetadataType.Void => "void",
        MetadataType.Boolean => "bool",
        MetadataType.Char => "char",
        MetadataType.SByte => "int8",
        MetadataType.Byte => "uint8",
        MetadataType.Int16 => "int16",
        MetadataType.UInt16 => "uint16",
        MetadataType.Int32 => "int32",
        MetadataType.UInt32 => "uint32",
        MetadataType.Int64 => "int64",
        MetadataType.UInt64 => "uint64",
        MetadataType.Single => "float32",
        MetadataType.Double => "float64",
        MetadataType.IntPtr => "native int",
        MetadataType.UIntPtr => "native uint",
        MetadataType.String => "string",
        MetadataType.Object => "object",
        MetadataType.TypedByReference => "typedref",
        _ => null,
    };
}
