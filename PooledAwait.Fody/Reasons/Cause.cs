using Mono.Cecil;
using Mono.Cecil.Cil;

namespace PooledAwait.Fody.Reasons;

/// <summary>Another method that is in the way of a change: a caller that uses a ValueTask as it must not, or what is called.</summary>
/// <param name="Method">That method; a state machine's method stands for its kick-off method.</param>
/// <param name="At">The line in it, where it is another than its first.</param>
internal sealed record Cause(MethodDefinition Method, SequencePoint? At = null);
