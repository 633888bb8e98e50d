namespace PooledAwait.Fody.Verification;

/// <summary>A method that the weaver added beside another one, with the same code except for what the weaver changed.</summary>
/// <param name="Methods">The methods whose second method it may be; several if only the numbers in second methods' names distinguish them.</param>
/// <param name="Second">The added one.</param>
/// <param name="TakesState">Whether it passes a state to each delegate; any other returns a ValueTask, or is called by such a method.</param>
internal sealed record SecondMethod(IReadOnlyList<MethodDefinition> Methods, MethodDefinition Second, bool TakesState);
