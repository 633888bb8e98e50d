namespace PooledAwait.Fody.Verification;

/// <summary>A method as an instruction names it, with type arguments in place of type parameters.</summary>
internal sealed class MethodUse
{
    /// <param name="reference">The reference in the instruction.</param>
    /// <param name="definition">
    /// The method's definition; null if the definition is not found. Also null for a method of an array, because no type declares such methods.
    /// </param>
    public MethodUse(MethodReference reference, MethodDefinition? definition)
    {
        Reference = reference;
        Definition = definition;
        var element = reference.GetElementMethod();
        DeclaringType = TypeShape.Plain(element.DeclaringType);
        OnlyReadsResult = TypeShape.OnlyReads(element.ReturnType);

        // Look for type parameters in the reference, not in the definition. If a definition has no type parameters, Cecil reads the file each time it is asked
        // for them. The reference has as many type parameters as the definition, because the definition was found by this number.
        IsGeneric = definition != null && element.HasGenericParameters;
        var parameters = element.HasParameters ? element.Parameters : null;
        var own = new TypeSubstitution(ArgumentOf);
        ReturnType = TypeShape.Plain(own.Of(element.ReturnType));
        Parameters = new TypeReference[parameters?.Count ?? 0];
        for (var i = 0; i < Parameters.Length; i++)
        {
            Parameters[i] = TypeShape.Plain(own.Of(parameters![i].ParameterType));
        }
    }

    public MethodReference Reference { get; }

    public MethodDefinition? Definition { get; }

    public TypeReference DeclaringType { get; }

    /// <summary>True if the definition is found and has type parameters.</summary>
    public bool IsGeneric { get; }

    public TypeReference ReturnType { get; }

    public TypeReference[] Parameters { get; }

    /// <summary>Whether code must not write through the result.</summary>
    public bool OnlyReadsResult { get; }

    public bool IsStatic => !Reference.HasThis;

    public bool IsConstructor => Reference is { HasThis: true, Name: ".ctor" };

    public bool IsOfArray => DeclaringType is ArrayType;

    public bool IsAbstract => Definition is { IsAbstract: true };

    /// <summary>True if a class may exist that overrides the method.</summary>
    public bool IsOverridable => Definition is { IsVirtual: true, IsFinal: false, DeclaringType.IsSealed: false };

    /// <summary>Returns the type argument for a type parameter of the method or its type.</summary>
    public TypeReference ArgumentOf(GenericParameter parameter)
    {
        var arguments = parameter.Type == GenericParameterType.Type
            ? (DeclaringType as GenericInstanceType)?.GenericArguments
            : (Reference as GenericInstanceMethod)?.GenericArguments;
        return arguments != null && parameter.Position < arguments.Count ? arguments[parameter.Position] : parameter;
    }

    /// <summary>
    /// Returns whether a read-only reference may be passed as an argument. The answer is yes if the callee does not write through the parameter. If the callee
    /// is not found, the answer is yes, except for a method of an array. The answer is also yes for the receiver of a second method (a method that the weaver
    /// added). The receiver may be a boxed struct. Then the caller passes a reference into the box, and every such reference counts as read-only.
    /// </summary>
    public bool OnlyReads(int index)
    {
        if (index == 0 && Definition is { HasThis: false, DeclaringType.Name: GeneratedName.SecondMethods } second && second.Parameters[0].Name == GeneratedName.This)
        {
            return true;
        }

        var named = Reference.GetElementMethod().Parameters[index].ParameterType;
        return TypeShape.OnlyReads(named) || (Definition == null ? !IsOfArray : index < Definition.Parameters.Count && OnlyReads(Definition.Parameters[index]));
    }

    /// <summary>Returns whether a parameter is an <c>in</c> or <c>ref readonly</c> parameter.</summary>
    public static bool OnlyReads(ParameterDefinition parameter) => parameter.ParameterType.IsByReference && (TypeShape.OnlyReads(parameter.ParameterType) ||
        (parameter.HasCustomAttributes && parameter.CustomAttributes.Any(ReadOnlyParameter.IsSaidBy)));

    public override string ToString() => Reference.FullName;
}
