namespace PooledAwait.Fody.IL;

/// <summary>Creates references to members for woven code, and applies type arguments to generic types and methods.</summary>
internal static class MemberReferences
{
    /// <summary>Applies type arguments to a generic type.</summary>
    public static GenericInstanceType Over(this TypeReference open, params IEnumerable<TypeReference> arguments)
    {
        var instance = new GenericInstanceType(open);
        foreach (var argument in arguments)
        {
            instance.GenericArguments.Add(argument);
        }

        return instance;
    }

    /// <summary>Applies type arguments to a generic method. Without arguments, returns the method itself.</summary>
    public static MethodReference Over(this MethodReference open, params IEnumerable<TypeReference> arguments)
    {
        var instance = new GenericInstanceMethod(open);
        foreach (var argument in arguments)
        {
            instance.GenericArguments.Add(argument);
        }

        return instance.HasGenericArguments ? instance : open;
    }

    public static MethodReference Static(TypeReference type, string name, TypeReference returned, params IEnumerable<TypeReference> parameters)
    {
        var method = new MethodReference(name, returned, type);
        foreach (var parameter in parameters)
        {
            method.Parameters.Add(new ParameterDefinition(parameter));
        }

        return method;
    }

    public static MethodReference Instance(TypeReference type, string name, TypeReference returned, params IEnumerable<TypeReference> parameters)
    {
        var method = Static(type, name, returned, parameters);
        method.HasThis = true;
        return method;
    }

    public static MethodReference Constructor(ModuleDefinition module, TypeReference type, params IEnumerable<TypeReference> parameters) =>
        Instance(type, ".ctor", module.TypeSystem.Void, parameters);

    /// <summary>
    /// Creates a reference to one of two static methods with the same name. One method is for calls without a result. The other method is generic over the type
    /// of the result.
    /// </summary>
    /// <param name="type">The class that has both methods.</param>
    /// <param name="name">The name of both methods.</param>
    /// <param name="result">The type of the result; null if there is no result.</param>
    /// <param name="signature">
    /// Gets the type parameter that stands for the result (null if there is no result), and returns the return type and the parameter types.
    /// </param>
    public static MethodReference ForResult(
        TypeReference type, string name, TypeReference? result, Func<TypeReference?, (TypeReference Returned, IEnumerable<TypeReference> Parameters)> signature)
    {
        var method = new MethodReference(name, type.Module.TypeSystem.Void, type);
        var parameter = result == null ? null : new GenericParameter(method);
        if (parameter != null)
        {
            method.GenericParameters.Add(parameter);
        }

        (method.ReturnType, var parameters) = signature(parameter);
        foreach (var taken in parameters)
        {
            method.Parameters.Add(new ParameterDefinition(taken));
        }

        return result == null ? method : method.Over(result);
    }
}
