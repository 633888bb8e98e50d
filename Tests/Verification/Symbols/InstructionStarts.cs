using System.Reflection.Emit;
using System.Reflection.Metadata;

namespace Tests.Verification.Symbols;

/// <summary>The offsets at which the instructions of a body start.</summary>
internal static class InstructionStarts
{
    private static readonly Dictionary<short, OpCode> s_opCodes = typeof(OpCodes).GetFields().Select(field => (OpCode)field.GetValue(null)!).ToDictionary(opCode => opCode.Value);

    public static HashSet<int> Of(BlobReader il)
    {
        var starts = new HashSet<int>();
        while (il.RemainingBytes > 0)
        {
            starts.Add(il.Offset);
            var first = il.ReadByte();
            var type = s_opCodes[first == 0xFE ? unchecked((short)(0xFE00 | il.ReadByte())) : first].OperandType;
            var operand = type switch
            {
                OperandType.InlineNone => 0,
                OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar => 1,
                OperandType.InlineVar => 2,
                OperandType.InlineI8 or OperandType.InlineR => 8,
                OperandType.InlineSwitch => 4 * il.ReadInt32(),
                _ => 4,
            };
            il.Offset += operand;
        }

        return starts;
    }
}
