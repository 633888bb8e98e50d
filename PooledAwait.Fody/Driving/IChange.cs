using Mono.Cecil;

namespace PooledAwait.Fody.Driving;

/// <summary>Does what a rewrite recognised. It decides nothing.</summary>
internal interface IChange<in TFound>
{
    /// <param name="method">Where it was found.</param>
    /// <param name="found">All that was found there, in the order of the code.</param>
    void Apply(MethodDefinition method, IReadOnlyList<TFound> found);
}
