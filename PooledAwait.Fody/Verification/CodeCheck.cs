namespace PooledAwait.Fody.Verification;

/// <summary>
/// Checks bodies and their symbols by the rules for verifiable code (ECMA-335, part III), except rules that C# does not follow. The check changes nothing. If
/// the check cannot decide because of a missing assembly or unsafe code, it reports nothing.
/// </summary>
internal sealed class CodeCheck
{
    private readonly VerifiedTypes _types = new();

    /// <summary>Finds what is wrong with a method's body and symbols.</summary>
    public IReadOnlyList<Finding> Of(MethodDefinition method)
    {
        var found = BodyVerifier.Verify(_types, method);
        var symbols = SymbolCheck.Of(method);
        return symbols.Count == 0 ? found : [.. found, .. symbols];
    }
}
