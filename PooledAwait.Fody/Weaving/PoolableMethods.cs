using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Weaving;

/// <summary>The kick-off methods that have, or can get, a pooled builder that can also serve a twin, and why others cannot. One rewrite passes these decisions to another.</summary>
/// <param name="methods">The kick-off methods that have or can get one.</param>
/// <param name="machines">The code of the machines that still have another builder. Each becomes pooled, or is named when the builders are swapped.</param>
/// <param name="reasons">Why the other methods cannot.</param>
internal sealed class PoolableMethods(
    IReadOnlyCollection<MethodDefinition> methods, IReadOnlyCollection<MethodDefinition> machines, IReadOnlyDictionary<MethodDefinition, Reason> reasons)
{
    /// <summary>Whether a method is the code of a machine that this weave gives a pooled builder, unless that does not pay.</summary>
    public bool MayBecomePooled(MethodDefinition moveNext) => machines.Contains(moveNext);

    public bool Contains(MethodDefinition kickOff) => methods.Contains(kickOff);

    /// <summary>Why a method cannot have such a builder; null if it can, or if it is not async.</summary>
    public Reason? WhyNot(MethodDefinition kickOff) => reasons.TryGetValue(kickOff, out var reason) ? reason : null;
}
