namespace PooledAwait.Fody.IL;

/// <summary>Prefix instructions, which change how the next instruction runs, such as <c>volatile.</c></summary>
internal static class Prefix
{
    public static bool Is(Instruction? instruction) => instruction?.OpCode.OpCodeType == OpCodeType.Prefix;

    /// <summary>Returns whether an instruction has a prefix, and therefore cannot become another instruction.</summary>
    public static bool IsBefore(Instruction instruction) => Is(instruction.Previous);
}
