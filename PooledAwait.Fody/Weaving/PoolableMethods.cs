using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Weaving;

/// <summary>
/// The decisions of the builder rewrite that other rewrites need. They show which kick-off methods have, or can get, a pooled builder that also works for a
/// twin, and why the other methods cannot get such a builder.
/// </summary>
/// <param name="methods">The kick-off methods that have or can get such a builder.</param>
/// <param name="machines">
/// The <c>MoveNext</c> methods of those kick-off methods that do not have a pooled builder yet. If pooling pays, the builder rewrite later gives the machine a
/// pooled builder. Otherwise the machine keeps its builder, and <c>BuilderPlan.Swap</c> returns the machine's <c>MoveNext</c>.
/// </param>
/// <param name="reasons">The reasons why the other methods cannot get such a builder.</param>
internal sealed class PoolableMethods(
    IReadOnlyCollection<MethodDefinition> methods, IReadOnlyCollection<MethodDefinition> machines, IReadOnlyDictionary<MethodDefinition, Reason> reasons)
{
    /// <summary>Returns whether a method is a machine's <c>MoveNext</c>, and this weave gives the machine a pooled builder if pooling pays.</summary>
    public bool MayBecomePooled(MethodDefinition moveNext) => machines.Contains(moveNext);

    public bool Contains(MethodDefinition kickOff) => methods.Contains(kickOff);

    /// <summary>Returns why a method cannot have a pooled builder that also works for a twin; null if it can, or if it is not async.</summary>
    public Reason? WhyNot(MethodDefinition kickOff) => reasons.TryGetValue(kickOff, out var reason) ? reason : null;
}
