namespace PooledAwait.Fody.Verification;

/// <summary>A method that the weaver added beside another one, with the same code except for what the weaver changed.</summary>
/// <param name="Methods">
/// The methods whose second method this may be. There are several if their second methods have names that differ only in the number at the end.
/// </param>
/// <param name="Second">The added method.</param>
/// <param name="TakesState">
/// Whether the second method passes a state to each delegate. If not, the second method returns a ValueTask, or is called by a second method that returns a
/// ValueTask.
/// </param>
internal sealed record SecondMethod(IReadOnlyList<MethodDefinition> Methods, MethodDefinition Second, bool TakesState);
