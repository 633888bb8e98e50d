namespace PooledAwait.Fody.IL;

/// <summary>
/// Makes texts that identify types. Type parameters are identified by position, not by name. Types with the same name from different assemblies have different
/// texts.
/// </summary>
internal static class TypeKey
{
    public static string Of(TypeReference type) => Of(type, homeOf: null);

    /// <summary>
    /// Returns a text with the name of the assembly that defines the type. If the type cannot be found, the text has the name of the assembly in the reference.
    /// </summary>
    public static string OfDefinition(TypeReference type) => Of(type, part => part.Resolve()?.Module.Assembly.Name.Name ?? part.Scope.Name);

    /// <param name="type">The type.</param>
    /// <param name="homeOf">
    /// Returns the assembly of a type that is not composed of other types. If this delegate is null, the text has the assembly in the reference.
    /// </param>
    public static string Of(TypeReference type, Func<TypeReference, string>? homeOf) => type switch
    {
        GenericParameter { Type: GenericParameterType.Method } parameter => $"!!{parameter.Position}",
        GenericParameter parameter => $"!{parameter.Position}",
        GenericInstanceType instance => $"{Of(instance.ElementType, homeOf)}<{string.Join(",", instance.GenericArguments.Select(argument => Of(argument, homeOf)))}>",
        ArrayType array => $"{Of(array.ElementType, homeOf)}[{array.Rank}]",
        ByReferenceType reference => $"{Of(reference.ElementType, homeOf)}&",
        PointerType pointer => $"{Of(pointer.ElementType, homeOf)}*",
        IModifierType modified => $"{Of(modified.ElementType, homeOf)} {modified.GetType().Name}({Of(modified.ModifierType, homeOf)})",
        FunctionPointerType pointer => $"{Of(pointer.ReturnType, homeOf)} {pointer.CallingConvention}({string.Join(",", pointer.Parameters.Select(parameter => Of(parameter.ParameterType, homeOf)))})",
        _ => $"[{homeOf?.Invoke(type) ?? (type.Scope as AssemblyNameReference)?.FullName ?? type.Scope.Name}]{type.FullName}",
    };
}
