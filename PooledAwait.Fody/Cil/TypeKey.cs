using Mono.Cecil;

namespace PooledAwait.Fody.Cil;

/// <summary>A text for a type that no other type has: type parameters of one name differ in it, and so do types of one name from several assemblies.</summary>
internal static class TypeKey
{
    public static string Of(TypeReference type) => type switch
    {
        GenericParameter { Type: GenericParameterType.Method } parameter => $"!!{parameter.Position}",
        GenericParameter parameter => $"!{parameter.Position}",
        GenericInstanceType instance => $"{Of(instance.ElementType)}<{string.Join(",", instance.GenericArguments.Select(Of))}>",
        ArrayType array => $"{Of(array.ElementType)}[{array.Rank}]",
        ByReferenceType reference => $"{Of(reference.ElementType)}&",
        PointerType pointer => $"{Of(pointer.ElementType)}*",
        IModifierType modified => $"{Of(modified.ElementType)} {modified.GetType().Name}({Of(modified.ModifierType)})",
        FunctionPointerType pointer => $"{Of(pointer.ReturnType)} {pointer.CallingConvention}({string.Join(",", pointer.Parameters.Select(parameter => Of(parameter.ParameterType)))})",
        _ => $"[{(type.Scope as AssemblyNameReference)?.FullName ?? type.Scope.Name}]{type.FullName}",
    };
}
