namespace PooledAwait.Fody.Verification;

/// <summary>
/// Decides whether two references name the same type. Types with the same full name count as the same type, unless both types are found in assemblies with
/// different names.
/// </summary>
/// <remarks>
/// The weaver's analysis compares texts (<see cref="TypeKey"/>). This check cannot compare texts. A type that is not found may be any of several types, and no
/// text equals the texts of all these types.
/// </remarks>
internal sealed class SameTypes(ResolvedTypes resolved)
{
    public bool Are(TypeReference first, TypeReference second)
    {
        if (ReferenceEquals(first, second))
        {
            return true;
        }

        (first, second) = (TypeShape.Plain(first), TypeShape.Plain(second));
        switch (first)
        {
            case GenericParameter parameter:
                return second is GenericParameter other && parameter.Type == other.Type && parameter.Position == other.Position;
            case GenericInstanceType instance:
                return second is GenericInstanceType instantiated && Are(instance.ElementType, instantiated.ElementType) && Are(instance.GenericArguments, instantiated.GenericArguments);
            case ArrayType array:
                return second is ArrayType arrayed && array.Rank == arrayed.Rank && array.IsVector == arrayed.IsVector && Are(array.ElementType, arrayed.ElementType);
            case ByReferenceType reference:
                return second is ByReferenceType referenced && Are(reference.ElementType, referenced.ElementType);
            case PointerType pointer:
                return second is PointerType pointed && Are(pointer.ElementType, pointed.ElementType);
            case FunctionPointerType:
                return second is FunctionPointerType;
        }

        return second is not (TypeSpecification or GenericParameter) && first.Name == second.Name && IsInSamePlace(first, second) && !AreFoundApart(first, second);
    }

    /// <summary>
    /// Returns whether a pointer to one type may be used as a pointer to the other. Integers of the same size count as one type, whether signed or not.
    /// </summary>
    /// <remarks>A type that is not found may be an enum, so it may be used as any number type.</remarks>
    public bool AreInMemory(TypeReference first, TypeReference second) => Are(first, second) || (resolved.NumberOf(first), resolved.NumberOf(second)) switch
    {
        ({ } one, { } other) => one == other,
        ({ }, null) => resolved.IsUnknown(second),
        (null, { }) => resolved.IsUnknown(first),
        _ => resolved.IsUnknown(first) && resolved.IsUnknown(second),
    };

    private bool Are(IList<TypeReference> first, IList<TypeReference> second)
    {
        if (first.Count != second.Count)
        {
            return false;
        }

        for (var i = 0; i < first.Count; i++)
        {
            if (!Are(first[i], second[i]))
            {
                return false;
            }
        }

        return true;
    }

    private bool IsInSamePlace(TypeReference first, TypeReference second) =>
        first.DeclaringType is { } outer ? second.DeclaringType is { } others && Are(outer, others) : second.DeclaringType == null && first.Namespace == second.Namespace;

    private bool AreFoundApart(TypeReference first, TypeReference second) =>
        first.Scope != second.Scope && resolved.Of(first) is { } one && resolved.Of(second) is { } other && one != other
        && one.Module.Assembly?.Name.Name != other.Module.Assembly?.Name.Name;
}
