namespace PooledAwait.Fody.Verification;

/// <summary>One thing that is wrong with a body.</summary>
/// <param name="Method">The method with the body.</param>
/// <param name="Offset">The offset of the instruction; 0 for a finding about the body as a whole.</param>
/// <param name="Kind">The rule that is broken.</param>
/// <param name="Text">What is wrong. The text contains no offsets, so that it stays the same if the code moves.</param>
internal sealed record Finding(MethodDefinition Method, int Offset, FindingKind Kind, string Text)
{
    public override string ToString() => $"{Kind} at IL_{Offset:x4}: {Text}";
}
