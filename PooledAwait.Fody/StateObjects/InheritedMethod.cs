using Mono.Cecil;

namespace PooledAwait.Fody.StateObjects;

/// <summary>A protected method that a class inherits: it may be called on objects of that class alone, and a delegate's object is one.</summary>
internal static class InheritedMethod
{
    /// <summary>What the delegate's object is cast to: the class that declares the method, but for one that the calling class inherits.</summary>
    /// <param name="place">The class that declares it, as the caller names it.</param>
    /// <param name="target">The method.</param>
    /// <param name="caller">The class that the call stands in.</param>
    public static TypeReference Receiver(TypeReference place, MethodDefinition target, TypeDefinition caller) =>
        Heir(target, caller) is { } heir ? OwnInstance(heir, caller) : place;

    /// <summary>Whether the class that inherits it is generic, so that an object other than <c>this</c> may be of another instance of it.</summary>
    public static bool HasGenericHeir(MethodDefinition target, TypeDefinition caller) => Heir(target, caller) is { HasGenericParameters: true };

    private static TypeDefinition? Heir(MethodDefinition target, TypeDefinition caller)
    {
        var isProtected = target.IsFamily || target.IsFamilyAndAssembly || target.IsFamilyOrAssembly && target.Module != caller.Module;
        if (!isProtected || Enclosing(caller).Contains(target.DeclaringType))
        {
            return null;
        }

        // Of several that inherit it, it would take the object's own static type to tell which.
        var heirs = Enclosing(caller).Where(type => Bases(type).Contains(target.DeclaringType)).ToList();
        return heirs.Count == 1 ? heirs[0] : null;
    }

    private static IEnumerable<TypeDefinition> Enclosing(TypeDefinition type)
    {
        for (var current = type; current != null; current = current.DeclaringType)
        {
            yield return current;
        }
    }

    private static IEnumerable<TypeDefinition> Bases(TypeDefinition type)
    {
        for (var current = type.BaseType?.Resolve(); current != null; current = current.BaseType?.Resolve())
        {
            yield return current;
        }
    }

    // A nested class has the type parameters of those around it first.
    private static TypeReference OwnInstance(TypeDefinition type, TypeDefinition within)
    {
        if (!type.HasGenericParameters)
        {
            return type;
        }

        var instance = new GenericInstanceType(type);
        foreach (var parameter in within.GenericParameters.Take(type.GenericParameters.Count))
        {
            instance.GenericArguments.Add(parameter);
        }

        return instance;
    }
}
