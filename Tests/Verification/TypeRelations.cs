using ICSharpCode.Decompiler.TypeSystem;

namespace Tests.Verification;

/// <summary>Which objects may stand where another type is asked for (ECMA-335, I.8.7.1 to I.8.7.3). Not for several threads at once.</summary>
internal sealed class TypeRelations(ICompilation compilation)
{
    private readonly Dictionary<(IType, IType), bool> _assignable = [];
    private readonly Dictionary<IType, IReadOnlyList<IType>> _bases = [];

    public IType Object { get; } = compilation.FindType(KnownTypeCode.Object);

    /// <summary>True where an object of the one type, boxed if it is no class, is one of the other.</summary>
    public bool IsAssignable(IType from, IType to)
    {
        from = StorageType.Plain(from);
        to = StorageType.Plain(to);
        if (from.Equals(to) || to.IsKnownType(KnownTypeCode.Object) || from.Kind == TypeKind.Unknown || to.Kind == TypeKind.Unknown)
        {
            return true;
        }

        if (!_assignable.TryGetValue((from, to), out var result))
        {
            _assignable[(from, to)] = false;
            _assignable[(from, to)] = result = Decide(from, to);
        }

        return result;
    }

    /// <summary>Every class that the type derives from, the nearest first, and every interface that it has; itself included.</summary>
    public IReadOnlyList<IType> Bases(IType type)
    {
        if (!_bases.TryGetValue(type, out var bases))
        {
            var all = new List<IType>();
            Collect(type, all);
            _bases[type] = bases = all;
        }

        return bases;
    }

    /// <summary>The nearest type that objects of both are of; null stands for the type of null.</summary>
    public IType? Common(IType? first, IType? second)
    {
        if (first is null || second is null)
        {
            return first ?? second;
        }

        if (IsAssignable(second, first))
        {
            return first;
        }

        return IsAssignable(first, second)
            ? second
            : Bases(first).FirstOrDefault(type => type.Kind is TypeKind.Class or TypeKind.Delegate && IsAssignable(second, type)) ?? Object;
    }

    /// <summary>True where an array of the one is an array of the other: also of integers of one size, whether signed or not.</summary>
    public bool IsElementOf(IType from, IType to) =>
        StorageType.Same(from, to) || from.IsReferenceType == true && IsAssignable(from, to);

    private bool Decide(IType from, IType to)
    {
        if (from is ArrayType array)
        {
            if (to is ArrayType other)
            {
                return array.Dimensions == other.Dimensions && IsElementOf(array.ElementType, other.ElementType);
            }

            if (array.Dimensions == 1 && to.TypeArguments.Count == 1 && to.IsArrayInterfaceType())
            {
                return IsElementOf(array.ElementType, to.TypeArguments[0]);
            }
        }

        return Bases(from).Any(candidate => candidate.Equals(to) || IsVariant(candidate, to));
    }

    private bool IsVariant(IType from, IType to)
    {
        if (from is not ParameterizedType { GenericType: var generic } || to is not ParameterizedType other || !generic.Equals(other.GenericType))
        {
            return false;
        }

        for (var i = 0; i < generic.TypeParameters.Count; i++)
        {
            var (first, second) = (StorageType.Plain(from.TypeArguments[i]), StorageType.Plain(to.TypeArguments[i]));
            var fits = first.Equals(second) || generic.TypeParameters[i].Variance switch
            {
                VarianceModifier.Covariant => first.IsReferenceType == true && IsAssignable(first, second),
                VarianceModifier.Contravariant => second.IsReferenceType == true && IsAssignable(second, first),
                _ => false,
            };
            if (!fits)
            {
                return false;
            }
        }

        return true;
    }

    private static void Collect(IType type, List<IType> all)
    {
        if (all.Contains(type))
        {
            return;
        }

        all.Add(type);
        foreach (var direct in type.DirectBaseTypes.Select(StorageType.Plain).OrderBy(direct => direct.Kind == TypeKind.Interface))
        {
            Collect(direct, all);
        }
    }
}
