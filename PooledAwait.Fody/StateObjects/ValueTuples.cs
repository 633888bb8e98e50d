using Mono.Cecil;
using PooledAwait.Fody.Cil.Types;

namespace PooledAwait.Fody.StateObjects;

/// <summary>The members of <c>ValueTuple</c> as a module names them.</summary>
internal static class ValueTuples
{
    public static MethodReference Constructor(GenericInstanceType tuple, ModuleDefinition module) =>
        References.Constructor(module, tuple, tuple.ElementType.GenericParameters);

    /// <param name="tuple">The type.</param>
    /// <param name="index">From 0.</param>
    public static FieldReference Item(GenericInstanceType tuple, int index) =>
        new($"Item{index + 1}", tuple.ElementType.GenericParameters[index], tuple);
}
