using Mono.Cecil;

namespace PooledAwait.Fody.Cil.Types;

/// <summary>A text for a type that no other type has: type parameters of one name differ in it, and so do types of one name from several assemblies.</summary>
internal static class TypeKey
{
    public static string Of(TypeReference type) => Of(type, homeOf: null);

    /// <summary>The same text however the type's assembly is named, where that can be found.</summary>
    public static string OfDefinition(TypeReference type) => Of(type, part => part.Resolve()?.Module.Assembly.Name.Name ?? part.Scope.Name);

    /// <param name="type">The type.</param>
    /// <param name="homeOf">Which assembly a type counts as defined in that is made of no others; null for the one by which it is named.</param>
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
