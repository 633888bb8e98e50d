using Tests.Compilation;

namespace Tests.Mutations.Weaver;

/// <summary>A fault in the weaver, made by editing its sources.</summary>
/// <param name="Fault">The effect of the fault.</param>
/// <param name="File">The name of the source file.</param>
/// <param name="Text">A text that occurs exactly once in the file.</param>
/// <param name="Replacement">The text that replaces it.</param>
/// <param name="Tests">Fixtures or tests, without the leading <c>Tests.</c>; one of them must notice the fault. The fastest to notice it comes first.</param>
internal sealed record WeaverMutation(string Fault, string File, string Text, string Replacement, params string[] Tests)
{
    /// <summary>The edits of the sources; none for the unchanged weaver, which is the control.</summary>
    public IReadOnlyList<(string File, string Text, string Replacement)> Edits => File.Length == 0 ? [] : [(File, Text, Replacement)];

    public byte[] Compile() => WeaverSources.Compile(Edits);

    public override string ToString() => Fault;
}
