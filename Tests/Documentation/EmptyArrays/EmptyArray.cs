using Mono.Cecil;
using Mono.Cecil.Cil;

namespace Tests.Documentation.EmptyArrays;

/// <summary>A place where a new array without elements is made.</summary>
/// <param name="Length">Puts the zero on the stack, for the array alone.</param>
/// <param name="NewArray">Makes the array.</param>
internal sealed record EmptyArray(Instruction Length, Instruction NewArray)
{
    public TypeReference Element => (TypeReference)NewArray.Operand;
}
