using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Reasons;

namespace PooledAwait.Fody.Driving;

/// <summary>What was decided about one site.</summary>
/// <param name="Method">Where it is.</param>
/// <param name="At">Its line; null where that is the method's, or nobody knows.</param>
/// <param name="Value">What is to be done; null where it is left alone.</param>
/// <param name="Reason">Why it is left alone; null where it is not.</param>
internal sealed record Finding<TFound>(MethodDefinition Method, SequencePoint? At, TFound? Value, Reason? Reason)
    where TFound : class;
