namespace Tests.Verification;

/// <summary>One thing that the check has against a body.</summary>
/// <param name="Method">The method with its types, which a rewrite leaves as they are, but for those of a lambda that loses its closure.</param>
/// <param name="Offset">Of the instruction; 0 also where it is about the body as a whole.</param>
/// <param name="Text">What is wrong, without offsets, so that it is the same text in a body that was moved.</param>
public sealed record Finding(string Method, int Offset, FindingKind Kind, string Text)
{
    public override string ToString() => $"{Kind}: {Method} IL_{Offset:x4}: {Text}";
}
