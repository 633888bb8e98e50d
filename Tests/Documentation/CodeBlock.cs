namespace Tests.Documentation;

/// <summary>A block of code in a page.</summary>
/// <param name="Page">The page that contains the block.</param>
/// <param name="Line">The line on which the block begins.</param>
/// <param name="Language">The page's name for the language.</param>
/// <param name="Text">The code.</param>
internal sealed record CodeBlock(string Page, int Line, string Language, string Text)
{
    /// <summary>Additional members for C# code, from a comment above the block.</summary>
    public string Given { get; init; } = "";

    /// <summary>The file of the repository that must contain this code, according to a comment above the block.</summary>
    public string? From { get; init; }

    public override string ToString() => $"{Page}:{Line}";
}
