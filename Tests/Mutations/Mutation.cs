using Tests.Compilation;

namespace Tests.Mutations;

/// <summary>A fault that is put into the runtime's sources.</summary>
/// <param name="Fault">Its name.</param>
/// <param name="Description">What the runtime does then, for the page.</param>
/// <param name="NoticedBy">One of the tests that notice it within a moment.</param>
/// <param name="Edits">Each a text that stands in a file once, and what takes its place.</param>
internal sealed record Mutation(string Fault, string Description, CheckName NoticedBy, params (string File, string Text, string Replacement)[] Edits)
{
    /// <summary>The runtime with the fault.</summary>
    /// <param name="withChecks">As its debug build, with its own assertions.</param>
    public byte[] Compile(bool withChecks) =>
        Edits.Aggregate(new RuntimeVariant(), (variant, edit) => variant.ReplaceOnce(edit.File, edit.Text, edit.Replacement)).Compile(withChecks);

    public override string ToString() => Fault;
}
