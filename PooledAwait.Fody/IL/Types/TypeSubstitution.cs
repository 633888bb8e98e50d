namespace PooledAwait.Fody.IL;

/// <summary>Replaces type parameters in types, fields and methods. If there is nothing to replace or to import, the result is the same object.</summary>
/// <param name="replace">Returns the type that replaces a type parameter.</param>
/// <param name="import">Returns the target module's reference to a type that is not composed of other types; null if everything stays in one module.</param>
internal sealed class TypeSubstitution(Func<GenericParameter, TypeReference> replace, Func<TypeReference, TypeReference>? import = null)
{
    /// <summary>Replaces a generic type's type parameters in <paramref name="type"/> by the type arguments of <paramref name="declaringType"/>.</summary>
    public static TypeReference InstanceOf(TypeReference declaringType, TypeReference type) =>
        declaringType is GenericInstanceType { GenericArguments: var arguments }
            ? new TypeSubstitution(parameter => parameter.Type == GenericParameterType.Type ? arguments[parameter.Position] : parameter).Of(type)
            : type;

    /// <summary>Returns the form in which a type's own code refers to the type. A generic type has its own type parameters as type arguments.</summary>
    public static TypeReference Itself(TypeDefinition type) => type.HasGenericParameters ? type.Over(type.GenericParameters) : type;

    /// <summary>Returns the type of <c>this</c> in a type's code. In a struct, <c>this</c> is a reference to the struct.</summary>
    public static TypeReference ThisOf(TypeDefinition type) => type.IsValueType ? new ByReferenceType(Itself(type)) : Itself(type);

    public TypeReference Of(TypeReference type)
    {
        if (import == null && !type.ContainsGenericParameter)
        {
            return type;
        }

        return type switch
        {
            GenericParameter parameter => replace(parameter),
            GenericInstanceType instance => Of(instance),
            ArrayType { IsVector: true } array => new ArrayType(Of(array.ElementType)),
            ArrayType array => Of(array),
            ByReferenceType reference => new ByReferenceType(Of(reference.ElementType)),
            PointerType pointer => new PointerType(Of(pointer.ElementType)),
            PinnedType pinned => new PinnedType(Of(pinned.ElementType)),
            RequiredModifierType modified => new RequiredModifierType(Of(modified.ModifierType), Of(modified.ElementType)),
            OptionalModifierType modified => new OptionalModifierType(Of(modified.ModifierType), Of(modified.ElementType)),
            FunctionPointerType pointer => Of(pointer),
            TypeSpecification => throw new NotSupportedException($"The type {type.FullName} is of no known kind."),
            _ => import?.Invoke(type) ?? type,
        };
    }

    // Copies the dimensions, too. Compilers write lower bounds for the dimensions, and these bounds are part of the type in a reference.
    private ArrayType Of(ArrayType array)
    {
        var substituted = new ArrayType(Of(array.ElementType), array.Rank);
        for (var i = 0; i < array.Rank; i++)
        {
            substituted.Dimensions[i] = array.Dimensions[i];
        }

        return substituted;
    }

    public FieldReference Of(FieldReference field)
    {
        var declaringType = Of(field.DeclaringType);
        return declaringType == field.DeclaringType ? field : new FieldReference(field.Name, field.FieldType, declaringType);
    }

    public MethodReference Of(MethodReference method)
    {
        if (!method.ContainsGenericParameter)
        {
            return method;
        }

        var element = method.GetElementMethod();
        var declaringType = Of(element.DeclaringType);
        var open = declaringType == element.DeclaringType ? element

            // The signatures of an array's methods use the same type parameters as the array's type.
            : declaringType is ArrayType ? On(declaringType, element, _ => this)
            : On(declaringType, element);
        return method is GenericInstanceMethod instance ? open.Over(instance.GenericArguments.Select(Of)) : open;
    }

    /// <summary>
    /// Returns a reference to a method, with another constructed type as its declaring type. The signature keeps the type parameters of the open type. The
    /// reference gets new type parameters in place of the method's own. These new type parameters have positions but no names.
    /// </summary>
    public static MethodReference On(TypeReference declaringType, MethodReference method, Func<TypeReference, TypeReference>? import = null) =>
        On(declaringType, method, result => new TypeSubstitution(parameter => parameter.Type == GenericParameterType.Method ? result.GenericParameters[parameter.Position] : parameter, import));

    private static MethodReference On(TypeReference declaringType, MethodReference method, Func<MethodReference, TypeSubstitution> inSignature)
    {
        // The return type is provisional until the type parameters exist.
        var result = new MethodReference(method.Name, method.ReturnType, declaringType)
        {
            HasThis = method.HasThis,
            ExplicitThis = method.ExplicitThis,
            CallingConvention = method.CallingConvention,
        };
        foreach (var _ in method.GenericParameters)
        {
            result.GenericParameters.Add(new GenericParameter(result));
        }

        var own = inSignature(result);
        result.ReturnType = own.Of(method.ReturnType);
        foreach (var parameter in method.Parameters)
        {
            result.Parameters.Add(new ParameterDefinition(own.Of(parameter.ParameterType)));
        }

        return result;
    }

    private GenericInstanceType Of(GenericInstanceType instance) =>
        (import?.Invoke(instance.ElementType) ?? instance.ElementType).Over(instance.GenericArguments.Select(Of));

    private FunctionPointerType Of(FunctionPointerType pointer)
    {
        var result = new FunctionPointerType
        {
            ReturnType = Of(pointer.ReturnType),
            HasThis = pointer.HasThis,
            ExplicitThis = pointer.ExplicitThis,
            CallingConvention = pointer.CallingConvention,
        };
        foreach (var parameter in pointer.Parameters)
        {
            result.Parameters.Add(new ParameterDefinition(Of(parameter.ParameterType)));
        }

        return result;
    }
}
