using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Reasons;

namespace PooledAwait.Fody.Reporting;

/// <summary>
/// What one rewrite decided about one place: changed (no <see cref="Reason"/>), or left alone for a reason. A call that got a task of its own has a reason too
/// (<see cref="Reason.GivenATask"/>): its method is pooled, and this call of it saves nothing.
/// </summary>
/// <param name="Rewrite">The rewrite that decided.</param>
/// <param name="Method">The method as the user wrote it: for an async method its kick-off method.</param>
/// <param name="Reason">Why it was left alone; null where it was changed.</param>
/// <param name="Detail">What exactly was changed, or the place that is in the way; null where the method says it all.</param>
/// <param name="At">The source line, where symbols tell it.</param>
/// <param name="Saved">An estimate of what the change saves, or would save; null where nobody knows.</param>
/// <param name="Cause">What is in the way; null where that is no other method.</param>
/// <param name="Misuse">Of a caller that was given a task: what it does with its ValueTask.</param>
/// <param name="Failed">The condition that failed, of the reason or of the misuse, and what it follows from; null where the reason says it all.</param>
internal sealed record Decision(
    Rewrite Rewrite,
    MethodDefinition Method,
    Reason? Reason,
    string? Detail,
    SequencePoint? At,
    BytesSaved? Saved = null,
    Cause? Cause = null,
    Reason? Misuse = null,
    FailedCondition? Failed = null);
