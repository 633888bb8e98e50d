using Mono.Cecil.Cil;

namespace PooledAwait.Fody.Cil.Flow;

/// <summary>Why a body cannot be analysed: it is not valid IL. Whoever meets one leaves the method alone.</summary>
/// <param name="At">The instruction where it shows; null where the body as a whole is meant.</param>
/// <param name="Why">One sentence.</param>
internal sealed record BodyFault(Instruction? At, string Why);
