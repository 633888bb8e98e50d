namespace PooledAwait.Fody.Program;

/// <summary>
/// Decides whether a call on a variant interface may reach the implementation of the same interface with other type arguments. For example, a call on an
/// <c>IEnumerable&lt;object&gt;</c> may reach the implementation of <c>IEnumerable&lt;string&gt;</c>.
/// </summary>
internal sealed class Variance(WovenProgram program)
{
    public static bool IsOf(TypeDefinition type) => type.GenericParameters.Any(parameter => !parameter.IsNonVariant);

    /// <summary>
    /// Returns whether a call on an interface may reach a class's implementation of the same interface with other type arguments. Also true if the answer is
    /// not certain.
    /// </summary>
    /// <param name="implemented">The interface with the type arguments that the class implements.</param>
    /// <param name="called">The interface with the type arguments of the call. They differ from those that the class implements.</param>
    public bool MayStandFor(TypeReference implemented, TypeReference called) =>
        implemented is GenericInstanceType { GenericArguments: var own } && called is GenericInstanceType { GenericArguments: var wanted } &&
        program.Find(called)!.GenericParameters.All(parameter => IsSame(own[parameter.Position], wanted[parameter.Position]) || parameter switch
        {
            { IsCovariant: true } => MayBe(own[parameter.Position], wanted[parameter.Position]),
            { IsContravariant: true } => MayBe(wanted[parameter.Position], own[parameter.Position]),
            _ => false,
        });

    private bool IsSame(TypeReference one, TypeReference other) => one.ContainsGenericParameter || other.ContainsGenericParameter || program.KeyOf(one) == program.KeyOf(other);

    /// <summary>Returns whether a reference of one type may be used as another type, without a conversion that makes a new object.</summary>
    private static bool MayBe(TypeReference type, TypeReference other)
    {
        if (type.IsValueType || other.IsValueType)
        {
            return false;
        }

        // Arrays have conversion rules of their own, so they count as convertible.
        if (other.MetadataType == MetadataType.Object || type.IsArray || other.IsArray || other.Resolve() is not { } wanted)
        {
            return true;
        }

        // A type that cannot be found counts as convertible.
        return Reachable.From<TypeDefinition?>([type.Resolve()], current => current!.DirectSupertypes().Select(supertype => supertype.Resolve())).Any(current => current == null || current == wanted);
    }
}
