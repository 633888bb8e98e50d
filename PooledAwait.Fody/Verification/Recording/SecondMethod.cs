namespace PooledAwait.Fody.Verification;

/// <summary>A method that the weaver added for another method. Its code is the other method's code, except for the weaver's changes.</summary>
/// <param name="Methods">
/// The methods for which <paramref name="Second"/> may have been added. There are several candidates if the names of their second methods differ only in the
/// number at the end.
/// </param>
/// <param name="Second">The added method.</param>
/// <param name="TakesState">
/// Whether the second method passes a state to each delegate. If not, the second method is a twin (it returns a ValueTask), or a local function's copy that the
/// weaver made for a twin.
/// </param>
internal sealed record SecondMethod(IReadOnlyList<MethodDefinition> Methods, MethodDefinition Second, bool TakesState);
