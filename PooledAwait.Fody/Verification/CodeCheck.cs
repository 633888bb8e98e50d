namespace PooledAwait.Fody.Verification;

/// <summary>
/// Checks bodies and their symbols by the rules for verifiable code (ECMA-335, part III), except rules that C# does not follow. Changes nothing. If a missing assembly or unsafe
/// code leaves it unknown whether code is correct, there is no finding.
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
