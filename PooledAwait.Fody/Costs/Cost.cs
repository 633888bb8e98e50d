using Mono.Cecil;
using Mono.Cecil.Cil;

namespace PooledAwait.Fody.Costs;

/// <summary>A place that makes objects which no rewrite takes away.</summary>
/// <param name="Method">The method that it stands in, as it was compiled.</param>
/// <param name="Called">What is called there.</param>
/// <param name="Call">What is known of that.</param>
/// <param name="At">The line; null where symbols do not tell it.</param>
internal sealed record Cost(MethodDefinition Method, MethodReference Called, CostlyCall Call, SequencePoint? At);
