namespace PooledAwait.Fody.IL;

/// <summary>The constant that an instruction loads.</summary>
internal static class Constant
{
    /// <returns>Null if the instruction loads no 32-bit constant.</returns>
    public static int? Of(Instruction? instruction) => instruction?.OpCode.Code switch
    {
        >= Code.Ldc_I4_M1 and <= Code.Ldc_I4_8 => instruction.OpCode.Code - Code.Ldc_I4_0,
        Code.Ldc_I4_S => (sbyte)instruction.Operand,
        Code.Ldc_I4 => (int)instruction.Operand,
        _ => null,
    };
}
