namespace PooledAwait.Fody.IL;

/// <summary>The reason why a body is not valid IL and cannot be analysed. A caller that gets a fault leaves the method alone.</summary>
/// <param name="At">The instruction that shows the fault; null for a fault of the body as a whole.</param>
/// <param name="Why">The fault, in one sentence.</param>
internal sealed record BodyFault(Instruction? At, string Why);
