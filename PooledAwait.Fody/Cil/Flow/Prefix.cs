using Mono.Cecil.Cil;

namespace PooledAwait.Fody.Cil.Flow;

/// <summary>The instructions that change how the one behind them is carried out, such as <c>volatile.</c></summary>
internal static class Prefix
{
    public static bool Is(Instruction? instruction) => instruction?.OpCode.OpCodeType == OpCodeType.Prefix;

    /// <summary>Whether an instruction has one, and so cannot become another.</summary>
    public static bool IsBefore(Instruction instruction) => Is(instruction.Previous);
}
