namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>Makes a module's references to the members of <c>ValueTuple</c>.</summary>
internal static class ValueTuples
{
    public static MethodReference Constructor(GenericInstanceType tuple, ModuleDefinition module) =>
        MemberReferences.Constructor(module, tuple, tuple.ElementType.GenericParameters);

    /// <param name="tuple">The tuple type.</param>
    /// <param name="index">The item's index, starting with 0.</param>
    public static FieldReference Item(GenericInstanceType tuple, int index) =>
        new($"Item{index + 1}", tuple.ElementType.GenericParameters[index], tuple);
}
