using Mono.Cecil.Cil;

namespace PooledAwait.Fody.Cil.Flow;

/// <summary>What an instruction loads, where it is a constant.</summary>
internal static class Constant
{
    /// <returns>Null where the instruction loads no constant of 32 bits.</returns>
    public static int? Of(Instruction? instruction) => instruction?.OpCode.Code switch
    {
        >= Code.Ldc_I4_M1 and <= Code.Ldc_I4_8 => instruction.OpCode.Code - Code.Ldc_I4_0,
        Code.Ldc_I4_S => (sbyte)instruction.Operand,
        Code.Ldc_I4 => (int)instruction.Operand,
        _ => null,
    };
}
