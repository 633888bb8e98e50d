using Mono.Cecil;
using PooledAwait.Fody.Verifying.Rules;
using PooledAwait.Fody.Verifying.Symbols;
using PooledAwait.Fody.Verifying.Types;

namespace PooledAwait.Fody.Verifying;

/// <summary>
/// Checks bodies as they are, and what symbols say of them, by the rules for verifiable code (ECMA-335, part III) as far as C# keeps to them. It only reads. What cannot be known, since an
/// assembly is not there or since unsafe code decides, is no finding.
/// </summary>
internal sealed class Verification
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
