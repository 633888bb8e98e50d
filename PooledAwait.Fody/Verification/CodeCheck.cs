namespace PooledAwait.Fody.Verification;

/// <summary>
/// Checks bodies as they are, and their symbols, by the rules for verifiable code (ECMA-335, part III), as far as C# keeps to them. It only reads. If something cannot be known,
/// because an assembly is missing or because unsafe code decides, it is no finding.
/// </summary>
internal sealed class CodeCheck
{
    private readonly VerifiedTypes _types = new();

    /// <summary>What is wrong with a method's body and symbols.</summary>
    public IReadOnlyList<Finding> Of(MethodDefinition method)
    {
        var found = BodyVerifier.Verify(_types, method);
        var symbols = SymbolCheck.Of(method);
        return symbols.Count == 0 ? found : [.. found, .. symbols];
    }
}
