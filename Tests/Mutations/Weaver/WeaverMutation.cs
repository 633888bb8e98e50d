using Tests.Compilation;

namespace Tests.Mutations.Weaver;

/// <summary>A fault in the weaver, made by editing its sources.</summary>
/// <param name="Fault">The effect of the fault.</param>
/// <param name="File">The name of the source file.</param>
/// <param name="Text">A text that occurs exactly once in the file.</param>
/// <param name="Replacement">The replacement for this text.</param>
/// <param name="Tests">
/// The names of fixtures or tests, without the leading namespace <c>Tests</c>. At least one of these tests must notice the fault. The test that notices the
/// fault fastest comes first.
/// </param>
internal sealed record WeaverMutation(string Fault, string File, string Text, string Replacement, params string[] Tests)
{
    /// <summary>The edits of the sources. The unchanged weaver, which serves as the control, has no edits.</summary>
    public IReadOnlyList<(string File, string Text, string Replacement)> Edits => File.Length == 0 ? [] : [(File, Text, Replacement)];

    public byte[] Compile() => WeaverSources.Compile(Edits);

    public override string ToString() => Fault;
}
