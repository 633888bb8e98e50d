using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Report;

/// <summary>
/// One rewrite's decision about one place. The place was changed (<see cref="Reason"/> is null), or left alone for a reason. A call that got its own task also
/// has a reason (<see cref="Reason.GivenATask"/>), because such a call saves nothing. The called method is pooled nevertheless.
/// </summary>
/// <param name="Rewrite">The rewrite that decided.</param>
/// <param name="Method">The user's method; for an async method, its kick-off method.</param>
/// <param name="Reason">Why the place was left alone; null if it was changed.</param>
/// <param name="Detail">What exactly was changed, or more words about what prevents the change; null if method and reason say enough.</param>
/// <param name="At">The source line, if there are symbols.</param>
/// <param name="Saved">An estimate of the bytes that the change saves, or would save; null if that is unknown.</param>
/// <param name="Cause">The other method that prevents the change; null if there is none.</param>
/// <param name="Misuse">For a caller whose call got its own task: how the caller misuses the ValueTask.</param>
/// <param name="Failed">The failed condition of the reason or misuse, with its cause; null if the reason says enough.</param>
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
