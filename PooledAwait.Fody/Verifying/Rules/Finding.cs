using Mono.Cecil;

namespace PooledAwait.Fody.Verifying.Rules;

/// <summary>One thing that is wrong with a body.</summary>
/// <param name="Method">Whose body it is.</param>
/// <param name="Offset">Of the instruction; 0 also where it is about the body as a whole.</param>
/// <param name="Kind">Which rule it breaks.</param>
/// <param name="Text">What is wrong, without offsets, so that it is the same text in a body that was moved.</param>
internal sealed record Finding(MethodDefinition Method, int Offset, FindingKind Kind, string Text)
{
    public override string ToString() => $"{Kind} at IL_{Offset:x4}: {Text}";
}
