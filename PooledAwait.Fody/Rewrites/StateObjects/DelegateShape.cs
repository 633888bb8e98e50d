namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>A delegate type of the base library, with its parameter types and its result type.</summary>
/// <param name="Type">The delegate type.</param>
/// <param name="Parameters">The types of the delegate's parameters.</param>
/// <param name="Result">The type of the delegate's result; null if the delegate returns nothing.</param>
internal sealed record DelegateShape(TypeReference Type, IReadOnlyList<TypeReference> Parameters, TypeReference? Result)
{
    /// <returns>Null if the type is not <c>Action</c>, <c>Func</c> or <c>WaitCallback</c>.</returns>
    public static DelegateShape? Of(TypeReference type)
    {
        if (!BaseLibrary.Has(type.GetElementType()))
        {
            return null;
        }

        if (type is not GenericInstanceType { Namespace: "System", GenericArguments: var arguments })
        {
            return type.FullName switch
            {
                "System.Action" => new DelegateShape(type, [], Result: null),
                "System.Threading.WaitCallback" => new DelegateShape(type, [type.Module.TypeSystem.Object], Result: null),
                _ => null,
            };
        }

        return type.Name == $"Action`{arguments.Count}" ? new DelegateShape(type, [.. arguments], Result: null)
            : type.Name == $"Func`{arguments.Count}" ? new DelegateShape(type, [.. arguments.Take(arguments.Count - 1)], arguments.Last())
            : null;
    }

    /// <summary>Finds the <c>Action</c> or <c>Func</c> that takes the given parameters, and returns what this delegate type returns.</summary>
    /// <returns>Null if the base library has no such delegate type.</returns>
    public DelegateShape? Taking(IReadOnlyList<TypeReference> parameters)
    {
        TypeReference[] arguments = Result == null ? [.. parameters] : [.. parameters, Result];
        var name = $"System.{(Result == null ? "Action" : "Func")}`{arguments.Length}";
        return new LibraryTypes(Type.GetElementType()).Find(name) is { } open ? new DelegateShape(open.Over(arguments), parameters, Result) : null;
    }

    /// <summary>Returns the same delegate type, with other types in place of the type parameters.</summary>
    public DelegateShape In(TypeSubstitution substitution) =>
        new(substitution.Of(Type), [.. Parameters.Select(substitution.Of)], Result == null ? null : substitution.Of(Result));
}
