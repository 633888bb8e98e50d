using Mono.Cecil;
using Mono.Cecil.Cil;

namespace Tests.Documentation.EmptyArrays;

/// <summary>A place that creates an array without elements.</summary>
/// <param name="Length">The instruction that loads the length, zero. Only the array uses this zero.</param>
/// <param name="NewArray">The instruction that creates the array.</param>
internal sealed record EmptyArray(Instruction Length, Instruction NewArray)
{
    public TypeReference Element => (TypeReference)NewArray.Operand;
}
