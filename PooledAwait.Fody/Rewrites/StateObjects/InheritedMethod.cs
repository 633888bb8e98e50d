namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>A protected method that a class inherits. It may be called only on objects of that class, and a delegate's object is one.</summary>
internal static class InheritedMethod
{
    /// <summary>The type that the delegate's object is cast to: the class that declares the method. For a protected method that the calling class inherits, it is the class that inherits it.</summary>
    /// <param name="place">The class that declares the method, as the caller names it.</param>
    /// <param name="target">The method.</param>
    /// <param name="caller">The class that contains the call.</param>
    public static TypeReference Receiver(TypeReference place, MethodDefinition target, TypeDefinition caller) =>
        Heir(target, caller) is { } heir ? OwnInstance(heir, caller) : place;

    /// <summary>Whether the class that inherits the method is generic, so that an object other than <c>this</c> may be of another instance of the class.</summary>
    public static bool HasGenericHeir(MethodDefinition target, TypeDefinition caller) => Heir(target, caller) is { HasGenericParameters: true };

    private static TypeDefinition? Heir(MethodDefinition target, TypeDefinition caller)
    {
        var isProtected = target.IsFamily || target.IsFamilyAndAssembly || target.IsFamilyOrAssembly && target.Module != caller.Module;
        if (!isProtected || caller.Enclosing().Contains(target.DeclaringType))
        {
            return null;
        }

        // If several classes inherit it, only the object's static type could determine which one is meant.
        var heirs = caller.Enclosing().Where(type => type.WithBases().Skip(1).Contains(target.DeclaringType)).ToList();
        return heirs.Count == 1 ? heirs[0] : null;
    }

    // A nested class has the type parameters of its enclosing classes first.
    private static TypeReference OwnInstance(TypeDefinition type, TypeDefinition within) =>
        type.HasGenericParameters ? type.Over(within.GenericParameters.Take(type.GenericParameters.Count)) : type;
}
