using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Report;

/// <summary>
/// What one rewrite decided about one place: changed (no <see cref="Reason"/>), or left alone for a reason. A call that got a task of its own has a reason too
/// (<see cref="Reason.GivenATask"/>): the called method is pooled, but this call of it saves nothing.
/// </summary>
/// <param name="Rewrite">The rewrite that decided.</param>
/// <param name="Method">The method as the user wrote it: for an async method its kick-off method.</param>
/// <param name="Reason">Why the place was left alone; null if it was changed.</param>
/// <param name="Detail">What exactly was changed, or the place that is in the way; null if the method's name says enough.</param>
/// <param name="At">The source line, if there are symbols.</param>
/// <param name="Saved">An estimate of what the change saves, or would save; null if that is unknown.</param>
/// <param name="Cause">The other method that is in the way; null if there is none.</param>
/// <param name="Misuse">For a caller that was given a task: what it does wrong with its ValueTask.</param>
/// <param name="Failed">The condition that failed, of the reason or of the misuse, and what it follows from; null if the reason says enough.</param>
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
