using Tests.Compilation;

namespace Tests.Mutations;

/// <summary>A fault in PooledAwait.Runtime, made by editing its sources.</summary>
/// <param name="Fault">The fault's name.</param>
/// <param name="Description">The effect of the fault, as docs/measured/mutations.md states it.</param>
/// <param name="NoticedBy">A test that notices the fault quickly.</param>
/// <param name="Edits">The changes. Each change replaces a text that occurs exactly once in a file.</param>
internal sealed record Mutation(string Fault, string Description, CheckName NoticedBy, params (string File, string Text, string Replacement)[] Edits)
{
    /// <summary>Compiles the runtime with the fault.</summary>
    /// <param name="withChecks">Whether to compile the debug build, with the runtime's own assertions.</param>
    public byte[] Compile(bool withChecks) =>
        Edits.Aggregate(new RuntimeVariant(), (variant, edit) => variant.ReplaceOnce(edit.File, edit.Text, edit.Replacement)).Compile(withChecks);

    public override string ToString() => Fault;
}
