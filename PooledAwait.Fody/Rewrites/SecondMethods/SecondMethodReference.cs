namespace PooledAwait.Fody.Rewrites;

/// <summary>Makes references to second methods, for code that called the original methods.</summary>
internal static class SecondMethodReference
{
    /// <summary>Returns a reference to a second method, for code that calls the original method on the given type.</summary>
    /// <param name="type">The type that declares the original method, or a type that inherits the original method.</param>
    /// <param name="second">The second method. If version 2.0 of the weaver made the second method, it is in the original method's own class.</param>
    /// <param name="import">Makes a reference to a type of another module; null if there is only one module.</param>
    public static MethodReference On(TypeReference type, MethodDefinition second, Func<TypeReference, TypeReference>? import = null)
    {
        var holder = second.DeclaringType;
        if (!SecondMethods.Is(holder) || type.Resolve() == holder)
        {
            return type is GenericInstanceType || type.Module != second.Module ? TypeSubstitution.On(type, second, import) : second;
        }

        var named = import?.Invoke(holder) ?? holder;
        TypeReference on = holder.HasGenericParameters ? named.Over(ArgumentsOf(new TypeSubstitution(parameter => parameter, import).Of(InstanceOf(holder.DeclaringType!, type)))) : named;
        return on == holder ? second : TypeSubstitution.On(on, second, import);
    }

    // A call may name a class that only inherits the method. So this method searches the base types of the named class for the declaring class.
    private static TypeReference InstanceOf(TypeDefinition declaring, TypeReference type)
    {
        var current = type;
        while (current.Resolve() is { } definition && definition != declaring && definition.BaseType is { } inherited)
        {
            current = TypeSubstitution.InstanceOf(current, inherited);
        }

        return current;
    }

    private static IEnumerable<TypeReference> ArgumentsOf(TypeReference type) => type is GenericInstanceType instance ? instance.GenericArguments : type.GenericParameters;
}
