namespace PooledAwait.Fody.Weaving;

/// <summary>Makes the changes that a rewrite recognised, without any decisions of its own.</summary>
internal interface IChange<in TFound>
{
    /// <param name="method">The method in which the changes were found.</param>
    /// <param name="found">All changes that were found in the method, in the order of the code.</param>
    void Apply(MethodDefinition method, IReadOnlyList<TFound> found);
}
