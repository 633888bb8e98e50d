namespace PooledAwait.Fody.Verification;

/// <summary>Checks that generic types and methods have type arguments, and that the type arguments meet the constraints.</summary>
internal sealed class Instantiations(ResolvedTypes resolved, Assignability assignability)
{
    private readonly Dictionary<TypeReference, bool> _areOpen = [];

    /// <summary>Finds what is wrong with the type arguments of a type, and with their own type arguments. Returns null if nothing is wrong.</summary>
    public string? Fault(TypeReference type) => TypeShape.Plain(type) switch
    {
        GenericInstanceType instance => FaultOf(instance),
        FunctionPointerType or GenericParameter => null,
        TypeSpecification composed => Fault(composed.ElementType),
        var plain => IsOpen(plain) ? $"{plain.FullName} has no type arguments" : null,
    };

    /// <summary>
    /// Finds what is wrong with a method's own type arguments; null if nothing is wrong. Does not check the type arguments of the method's declaring type.
    /// </summary>
    public string? Fault(MethodUse use)
    {
        if (!use.IsGeneric)
        {
            return use.Definition != null && use.Reference is GenericInstanceMethod ? $"{use} takes no type arguments" : null;
        }

        return use.Reference is GenericInstanceMethod instance
            ? Fault(use.Definition!.GenericParameters, instance.GenericArguments, use.ArgumentOf)
            : $"{use} has no type arguments";
    }

    private bool IsOpen(TypeReference type)
    {
        if (!_areOpen.TryGetValue(type, out var result))
        {
            _areOpen.Add(type, result = resolved.Of(type) is { HasGenericParameters: true });
        }

        return result;
    }

    private string? FaultOf(GenericInstanceType instance)
    {
        if (resolved.Of(instance) is not { } definition)
        {
            return null;
        }

        return Fault(definition.GenericParameters, instance.GenericArguments, parameter =>
            parameter.Type == GenericParameterType.Type && parameter.Position < instance.GenericArguments.Count ? instance.GenericArguments[parameter.Position] : parameter);
    }

    private string? Fault(IList<GenericParameter> parameters, IList<TypeReference> arguments, Func<GenericParameter, TypeReference> own)
    {
        if (parameters.Count != arguments.Count)
        {
            return $"{arguments.Count} type arguments for {parameters.Count} parameters";
        }

        for (var i = 0; i < parameters.Count; i++)
        {
            if (Fault(arguments[i]) is { } inner)
            {
                return inner;
            }

            if (!Fits(parameters[i], TypeShape.Plain(arguments[i]), own))
            {
                return $"{arguments[i].FullName} does not fit {parameters[i].Name}";
            }
        }

        return null;
    }

    private bool Fits(GenericParameter parameter, TypeReference argument, Func<GenericParameter, TypeReference> own)
    {
        if (argument is ByReferenceType or PointerType or FunctionPointerType || TypeShape.IsVoid(argument))
        {
            return false;
        }

        if (!parameter.MayBeRefStruct() && (resolved.IsByRefLike(argument) || (argument is GenericParameter given && given.MayBeRefStruct())))
        {
            return false;
        }

        if (!parameter.HasReferenceTypeConstraint && !parameter.HasNotNullableValueTypeConstraint && !parameter.HasDefaultConstructorConstraint && parameter.Constraints.Count == 0)
        {
            return true;
        }

        // The constraints of a type parameter are unknown if its owner is a reference and not a definition.
        if (argument is GenericParameter { Owner: not IMemberDefinition })
        {
            return true;
        }

        var isReference = resolved.IsReference(argument);
        var isOpen = resolved.IsUnknown(argument);
        if (parameter.HasReferenceTypeConstraint && isReference != true && !isOpen)
        {
            return false;
        }

        if (parameter.HasNotNullableValueTypeConstraint && !isOpen && (isReference != false || resolved.Of(argument) is { Namespace: "System", Name: "Nullable`1" }))
        {
            return false;
        }

        if (parameter.HasDefaultConstructorConstraint && !HasDefaultConstructor(argument, isReference))
        {
            return false;
        }

        foreach (var constraint in parameter.Constraints)
        {
            if (!assignability.IsAssignable(argument, new TypeSubstitution(own).Of(constraint.ConstraintType)))
            {
                return false;
            }
        }

        return true;
    }

    private bool HasDefaultConstructor(TypeReference type, bool? isReference) => type switch
    {
        GenericParameter parameter => parameter.HasDefaultConstructorConstraint || parameter.HasNotNullableValueTypeConstraint,
        ArrayType => false,
        _ => isReference != true || resolved.Of(type) is not { } definition || !definition.IsAbstract
            && definition.Methods.Any(method => method is { IsConstructor: true, IsStatic: false, HasParameters: false, IsPublic: true }),
    };
}
