using Mono.Cecil;

namespace Tests.NewerRuntimes;

/// <summary>
/// A member's name and signature as text. A definition and all references to it have the same text, even if the references name different assemblies.
/// </summary>
internal static class MemberText
{
    public static string Of(MemberReference member) => member switch
    {
        TypeReference type => $"type {NameOf(type)}",
        FieldReference field => OfField(field.FieldType, field.DeclaringType.GetElementType(), field.Name),
        MethodReference method => OfMethod(
            method.HasThis, method.ReturnType, method.DeclaringType.GetElementType(), method.Name, method.GenericParameters.Count, method.Parameters.Select(parameter => parameter.ParameterType)),
        _ => throw new ArgumentException($"{member} has no such text.", nameof(member)),
    };

    public static string OfField(TypeReference field, TypeReference type, string name) => $"{NameOf(field)} {NameOf(type)}::{name}";

    public static string OfMethod(bool isInstance, TypeReference result, TypeReference type, string name, int arity, IEnumerable<TypeReference> parameters) =>
        $"{(isInstance ? "instance " : "")}{NameOf(result)} {NameOf(type)}::{name}{(arity == 0 ? "" : $"``{arity}")}({string.Join(", ", parameters.Select(NameOf))})";

    private static string NameOf(TypeReference type) => type switch
    {
        GenericParameter parameter => $"{(parameter.Type == GenericParameterType.Method ? "!!" : "!")}{parameter.Position}",
        ByReferenceType reference => $"{NameOf(reference.ElementType)}&",
        ArrayType array => $"{NameOf(array.ElementType)}[{new string(',', array.Rank - 1)}]",
        GenericInstanceType instance => $"{instance.ElementType.FullName}<{string.Join(", ", instance.GenericArguments.Select(NameOf))}>",
        _ => type.FullName,
    };
}
