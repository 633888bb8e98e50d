using ICSharpCode.Decompiler.TypeSystem;
using ICSharpCode.Decompiler.TypeSystem.Implementation;

namespace Tests.Verification;

/// <summary>Whether generic types and methods have arguments, and such as meet their constraints.</summary>
internal sealed class Instantiations(TypeRelations relations)
{
    private readonly Dictionary<IType, string?> _types = [];

    /// <summary>What is wrong with the arguments of a type, or of one of those in turn; null where nothing is.</summary>
    public string? Fault(IType type)
    {
        type = StorageType.Plain(type);
        if (!_types.TryGetValue(type, out var fault))
        {
            _types[type] = null;
            _types[type] = fault = type switch
            {
                TypeWithElementType composed => Fault(composed.ElementType),
                ParameterizedType generic => Fault(generic.GenericType.TypeParameters, generic.TypeArguments, generic.GetSubstitution())
                    ?? generic.TypeArguments.Select(Fault).FirstOrDefault(found => found is not null),
                { TypeParameterCount: > 0 } => $"{type.ReflectionName} has no type arguments",
                _ => null,
            };
        }

        return fault;
    }

    /// <summary>The same for a method, without its declaring type.</summary>
    public string? Fault(IMethod method)
    {
        var parameters = ((IMethod)method.MemberDefinition).TypeParameters;
        return parameters.Count == 0
            ? null
            : Fault(parameters, method.TypeArguments, method.Substitution)
                ?? method.TypeArguments.Select(Fault).FirstOrDefault(found => found is not null);
    }

    private string? Fault(IReadOnlyList<ITypeParameter> parameters, IReadOnlyList<IType> arguments, TypeParameterSubstitution substitution)
    {
        for (var i = 0; i < parameters.Count; i++)
        {
            var (parameter, argument) = (parameters[i], StorageType.Plain(arguments[i]));
            if (argument.Kind != TypeKind.Unknown && !Fits(parameter, argument, substitution))
            {
                return $"{argument.ReflectionName} does not fit {parameter.Name} of {parameter.Owner?.ReflectionName}";
            }
        }

        return null;
    }

    private bool Fits(ITypeParameter parameter, IType argument, TypeParameterSubstitution substitution)
    {
        if (argument.Kind is TypeKind.Pointer or TypeKind.FunctionPointer or TypeKind.ByReference or TypeKind.Void)
        {
            return false;
        }

        if (!parameter.AllowsRefLikeType && argument is ({ IsByRefLike: true } or ITypeParameter { AllowsRefLikeType: true }))
        {
            return false;
        }

        if (parameter.HasReferenceTypeConstraint && argument.IsReferenceType != true)
        {
            return false;
        }

        if (parameter.HasValueTypeConstraint && (argument.IsReferenceType != false || argument.IsKnownType(KnownTypeCode.NullableOfT)))
        {
            return false;
        }

        return (!parameter.HasDefaultConstructorConstraint || HasDefaultConstructor(argument))
            && parameter.TypeConstraints.All(constraint => relations.IsAssignable(argument, constraint.Type.AcceptVisitor(substitution)));
    }

    private static bool HasDefaultConstructor(IType type) => type switch
    {
        ITypeParameter parameter => parameter.HasDefaultConstructorConstraint || parameter.HasValueTypeConstraint,
        _ => type.IsReferenceType == false || type.GetDefinition() is { IsAbstract: false } definition
            && definition.Methods.Any(method =>
                method is { IsConstructor: true, IsStatic: false, Parameters.Count: 0, Accessibility: Accessibility.Public }),
    };
}
