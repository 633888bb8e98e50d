namespace PooledAwait.Fody.Decisions;

/// <summary>Another method that prevents a change: a caller that misuses a ValueTask, or the called method.</summary>
/// <param name="Method">That method. If it belongs to a state machine, the kick-off method is meant.</param>
/// <param name="At">The line in that method; null means its first line.</param>
internal sealed record Cause(MethodDefinition Method, SequencePoint? At = null);
