using Tests.Compilation;

namespace Tests.Mutations.Weaver;

/// <summary>A fault that is put into the weaver's sources.</summary>
/// <param name="Fault">What the weaver does then.</param>
/// <param name="File">The name of the file.</param>
/// <param name="Text">A text that stands in it once.</param>
/// <param name="Replacement">What takes its place.</param>
/// <param name="Tests">The fixtures of which one must notice it, or tests of them, by their names behind <c>Tests.</c>; that which notices it first stands first.</param>
internal sealed record WeaverMutation(string Fault, string File, string Text, string Replacement, params string[] Tests)
{
    /// <summary>None of the weaver as it is, to which others are held.</summary>
    public IReadOnlyList<(string File, string Text, string Replacement)> Edits => File.Length == 0 ? [] : [(File, Text, Replacement)];

    public byte[] Compile() => WeaverSources.Compile(Edits);

    public override string ToString() => Fault;
}
