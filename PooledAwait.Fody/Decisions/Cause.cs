namespace PooledAwait.Fody.Decisions;

/// <summary>Another method that prevents a change: a caller that misuses a ValueTask, or the called method.</summary>
/// <param name="Method">The other method. For code in a state machine, this is the kick-off method.</param>
/// <param name="At">The line in the other method; null means the method's first line.</param>
internal sealed record Cause(MethodDefinition Method, SequencePoint? At = null);
