using Mono.Cecil;
using Mono.Cecil.Cil;

namespace PooledAwait.Fody.Costs;

/// <summary>A call that makes objects that no rewrite removes.</summary>
/// <param name="Method">The compiled method that contains the call.</param>
/// <param name="Called">The called method.</param>
/// <param name="Call">What is known about the called method.</param>
/// <param name="At">The source line; null if the symbols do not have it.</param>
internal sealed record Cost(MethodDefinition Method, MethodReference Called, CostlyCall Call, SequencePoint? At);
