using Mono.Cecil;
using Mono.Cecil.Cil;

namespace PooledAwait.Fody.Reporting;

/// <summary>What one rewrite decided about one place: changed (no <see cref="Reason"/>), or left alone for a reason.</summary>
/// <param name="Rewrite">The rewrite that decided.</param>
/// <param name="Method">The method as the user wrote it: for an async method its kick-off method.</param>
/// <param name="Reason">Why it was left alone; null where it was changed.</param>
/// <param name="Detail">What exactly was changed, or the place that is in the way; null where the method says it all.</param>
/// <param name="At">The source line, where symbols tell it.</param>
/// <param name="Saved">An estimate of what the change saves; null where nothing was changed, or nobody estimated it.</param>
internal sealed record Decision(Rewrite Rewrite, MethodDefinition Method, Reason? Reason, string? Detail, SequencePoint? At, BytesSaved? Saved = null);
