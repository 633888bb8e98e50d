using Mono.Cecil;
using PooledAwait.Fody.Reasons;

namespace PooledAwait.Fody.Driving;

/// <summary>Which kick-off methods have a pooled builder that can serve a twin too, or can have one, and why others cannot: what one rewrite decided, for another.</summary>
/// <param name="methods">Those that can.</param>
/// <param name="machines">The code of the machines that have another builder still: each becomes pooled, or is named where the builders are swapped.</param>
/// <param name="reasons">Why the others cannot.</param>
internal sealed class PoolableMethods(
    IReadOnlyCollection<MethodDefinition> methods, IReadOnlyCollection<MethodDefinition> machines, IReadOnlyDictionary<MethodDefinition, Reason> reasons)
{
    /// <summary>Whether a method is the code of a machine that this weave gives a pooled builder, unless that does not pay.</summary>
    public bool MayBecomePooled(MethodDefinition moveNext) => machines.Contains(moveNext);

    public bool Contains(MethodDefinition kickOff) => methods.Contains(kickOff);

    /// <summary>Why a method cannot have one; null where it can, or is no async method.</summary>
    public Reason? WhyNot(MethodDefinition kickOff) => reasons.TryGetValue(kickOff, out var reason) ? reason : null;
}
