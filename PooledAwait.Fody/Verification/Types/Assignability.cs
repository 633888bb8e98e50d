namespace PooledAwait.Fody.Verification;

/// <summary>
/// Decides whether an object of one type may be used as an object of another type (ECMA-335, I.8.7.1 to I.8.7.3). If a base type cannot be found, or if the
/// answer depends on variance, the answer is yes.
/// </summary>
/// <remarks>
/// The weaver's analysis uses <c>Variance</c> instead, which also compares the type arguments. If <c>Variance</c> answers yes wrongly, a dispatch method may
/// leave out a class, and calls on objects of this class make tasks as before. If <c>Assignability</c> answers yes wrongly, the check only misses a fault.
/// </remarks>
internal sealed class Assignability(ResolvedTypes resolved, SameTypes same)
{
    private readonly Dictionary<TypeReference, Supertypes> _supertypes = [];

    /// <summary>
    /// Returns whether an object of the first type is also an object of the second type. If the first type is not a class, the object is a boxed value.
    /// </summary>
    public bool IsAssignable(TypeReference from, TypeReference to)
    {
        (from, to) = (TypeShape.Plain(from), TypeShape.Plain(to));
        if (TypeShape.IsObject(to) || same.Are(from, to))
        {
            return true;
        }

        if (from is ArrayType array)
        {
            return IsArray(array, to);
        }

        if (to is not (TypeSpecification or GenericParameter) && resolved.Of(to) is { } wanted && IsNear(from, wanted))
        {
            return true;
        }

        var supertypes = SupertypesOf(from);
        if (!supertypes.AreComplete || to is not (GenericParameter or TypeSpecification) && resolved.Of(to) == null)
        {
            return true;
        }

        foreach (var candidate in supertypes.All)
        {
            if (same.Are(candidate, to) || IsVariant(candidate, to))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>
    /// Returns the nearest type to which objects of both types can be assigned. Returns an interface only if the interface is one of the two types. A null
    /// argument or result stands for the type of the null literal.
    /// </summary>
    public TypeReference? Common(TypeReference? first, TypeReference? second, TypeReference @object)
    {
        if (first == null || second == null)
        {
            return first ?? second;
        }

        if (IsAssignable(second, first))
        {
            return first;
        }

        if (IsAssignable(first, second))
        {
            return second;
        }

        foreach (var candidate in SupertypesOf(first).All)
        {
            if (resolved.Of(candidate) is { IsInterface: false } && IsAssignable(second, candidate))
            {
                return candidate;
            }
        }

        return @object;
    }

    /// <summary>
    /// Returns whether an array of the first type is also an array of the second type. Integers of the same size count as one type, whether signed or not.
    /// </summary>
    public bool IsElementOf(TypeReference from, TypeReference to) =>
        same.AreInMemory(from, to) || ((resolved.IsReference(from) ?? resolved.IsUnknown(from)) && IsAssignable(from, to));

    private bool IsArray(ArrayType array, TypeReference to)
    {
        switch (to)
        {
            case ArrayType other:
                return array.Rank == other.Rank && IsElementOf(array.ElementType, other.ElementType);
            case GenericInstanceType { GenericArguments.Count: 1 } instance:
                return resolved.Of(instance) is not { IsInterface: false } && IsElementOf(array.ElementType, instance.GenericArguments[0]);
            case GenericParameter or TypeSpecification:
                return false;
            default:
                return TypeShape.IsNamed(to, "System", "Array") || resolved.Of(to) is not { IsInterface: false };
        }
    }

    // A fast search, without type arguments. It usually finds the wanted type, because compilers list a type's interfaces together with the interfaces that
    // these inherit. If this search does not find the type, the caller searches all supertypes.
    private bool IsNear(TypeReference from, TypeDefinition wanted)
    {
        for (var type = resolved.Of(from); type != null; type = type.BaseType == null ? null : resolved.Of(type.BaseType))
        {
            if (type == wanted)
            {
                return true;
            }

            if (wanted.IsInterface && type.HasInterfaces)
            {
                foreach (var implemented in type.Interfaces)
                {
                    if (resolved.Of(implemented.InterfaceType) == wanted)
                    {
                        return true;
                    }
                }
            }
        }

        return false;
    }

    private bool IsVariant(TypeReference from, TypeReference to)
    {
        if (from is not GenericInstanceType instance || to is not GenericInstanceType other || !same.Are(instance.ElementType, other.ElementType) || resolved.Of(instance) is not { } generic)
        {
            return false;
        }

        for (var i = 0; i < generic.GenericParameters.Count && i < instance.GenericArguments.Count && i < other.GenericArguments.Count; i++)
        {
            var (first, second) = (instance.GenericArguments[i], other.GenericArguments[i]);
            var varies = !generic.GenericParameters[i].IsNonVariant && resolved.IsReference(first) != false && resolved.IsReference(second) != false;
            if (!varies && !same.Are(first, second))
            {
                return false;
            }
        }

        return true;
    }

    private Supertypes SupertypesOf(TypeReference type)
    {
        if (!_supertypes.TryGetValue(type, out var found))
        {
            found = new Supertypes();
            Collect(type, found);
            _supertypes.Add(type, found);
        }

        return found;
    }

    // Collects the type itself, all its base classes (the nearest first), and all its interfaces.
    private void Collect(TypeReference type, Supertypes found)
    {
        type = TypeShape.Plain(type);
        if (found.All.Exists(known => same.Are(known, type)))
        {
            return;
        }

        found.All.Add(type);
        if (type is GenericParameter parameter)
        {
            foreach (var constraint in parameter.Constraints)
            {
                Collect(constraint.ConstraintType, found);
            }

            return;
        }

        if (resolved.Of(type) is not { } definition)
        {
            found.AreComplete &= type is ArrayType || TypeShape.IsObject(type);
            return;
        }

        // DirectSupertypes lists the base class last, but the result must have it first.
        foreach (var supertype in definition.DirectSupertypes().Reverse())
        {
            Collect(TypeSubstitution.InstanceOf(type, supertype), found);
        }
    }

    private sealed class Supertypes
    {
        public List<TypeReference> All { get; } = [];

        /// <summary>False if some supertypes could not be found.</summary>
        public bool AreComplete { get; set; } = true;
    }
}
