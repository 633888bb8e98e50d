namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>
/// Finds the type of a delegate's object if the delegate's method is protected and inherited. A class may call an inherited protected method only on objects of
/// the class's own type.
/// </summary>
internal static class InheritedMethod
{
    /// <summary>
    /// Returns the type to which the changed code must cast the delegate's object. Usually that is the class that declares the method. If the method is
    /// protected, and the call is not inside the declaring class, the result is the class that inherits the method: the calling class or an enclosing class. If
    /// several of these classes inherit the method, the result is the declaring class.
    /// </summary>
    /// <param name="place">The declaring class, as the caller refers to it.</param>
    /// <param name="target">The delegate's method.</param>
    /// <param name="caller">The class that contains the call.</param>
    public static TypeReference Receiver(TypeReference place, MethodDefinition target, TypeDefinition caller) =>
        Heir(target, caller) is { } heir ? OwnInstance(heir, caller) : place;

    /// <summary>Returns whether the inheriting class is generic. If so, objects other than <c>this</c> may have other type arguments.</summary>
    public static bool HasGenericHeir(MethodDefinition target, TypeDefinition caller) => Heir(target, caller) is { HasGenericParameters: true };

    private static TypeDefinition? Heir(MethodDefinition target, TypeDefinition caller)
    {
        var isProtected = target.IsFamily || target.IsFamilyAndAssembly || target.IsFamilyOrAssembly && target.Module != caller.Module;
        if (!isProtected || caller.Enclosing().Contains(target.DeclaringType))
        {
            return null;
        }

        // If several classes inherit the method, the static type of the object decides between them. The weaver does not know this type.
        var heirs = caller.Enclosing().Where(type => type.WithBases().Skip(1).Contains(target.DeclaringType)).ToList();
        return heirs.Count == 1 ? heirs[0] : null;
    }

    // The first type parameters of a nested class are those of its enclosing classes.
    private static TypeReference OwnInstance(TypeDefinition type, TypeDefinition within) =>
        type.HasGenericParameters ? type.Over(within.GenericParameters.Take(type.GenericParameters.Count)) : type;
}
