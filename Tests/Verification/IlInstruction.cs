using System.Reflection.Emit;
using System.Reflection.Metadata;

namespace Tests.Verification;

/// <summary>One instruction as it stands in a body.</summary>
/// <param name="End">Where the next one starts.</param>
/// <param name="Operand">Index of a variable, a token, or a number of at most four bytes.</param>
/// <param name="Targets">Offsets of the places it may branch to.</param>
internal readonly record struct IlInstruction(int Offset, int End, ILOpCode OpCode, int Operand, int[] Targets)
{
    private static readonly OpCode?[] s_opCodes = OpCodesByValue();

    /// <summary>Reads a whole body; null where its bytes are no instructions.</summary>
    public static List<IlInstruction>? Read(BlobReader il)
    {
        var instructions = new List<IlInstruction>();
        while (il.RemainingBytes > 0)
        {
            var offset = il.Offset;
            int value = il.ReadByte();
            if (value == 0xFE)
            {
                if (il.RemainingBytes == 0)
                {
                    return null;
                }

                value = 0x100 + il.ReadByte();
            }

            if (s_opCodes[value] is not { } opCode || il.RemainingBytes < Size(opCode.OperandType))
            {
                return null;
            }

            var (operand, targets) = (0, Array.Empty<int>());
            switch (opCode.OperandType)
            {
                case OperandType.ShortInlineBrTarget:
                    targets = [il.ReadSByte() + il.Offset];
                    break;
                case OperandType.InlineBrTarget:
                    targets = [il.ReadInt32() + il.Offset];
                    break;
                case OperandType.InlineSwitch:
                    var count = il.ReadUInt32();
                    if (count > il.RemainingBytes / 4)
                    {
                        return null;
                    }

                    targets = new int[count];
                    var end = il.Offset + (4 * (int)count);
                    for (var i = 0; i < targets.Length; i++)
                    {
                        targets[i] = end + il.ReadInt32();
                    }

                    break;
                default:
                    operand = Size(opCode.OperandType) switch
                    {
                        0 => Implied(opCode),
                        1 => il.ReadByte(),
                        2 => il.ReadUInt16(),
                        4 => il.ReadInt32(),
                        _ => (int)il.ReadInt64(),
                    };
                    break;
            }

            instructions.Add(new IlInstruction(offset, il.Offset, (ILOpCode)(ushort)opCode.Value, operand, targets));
        }

        return instructions;
    }

    public bool IsPrefix => OpCode is ILOpCode.Constrained or ILOpCode.Readonly or ILOpCode.Tail or ILOpCode.Unaligned or ILOpCode.Volatile;

    /// <summary>False where control never goes on to the instruction after this one.</summary>
    public bool GoesOn => OpCode is not (
        ILOpCode.Br or ILOpCode.Br_s or ILOpCode.Leave or ILOpCode.Leave_s or ILOpCode.Ret or ILOpCode.Throw or ILOpCode.Rethrow
        or ILOpCode.Endfinally or ILOpCode.Endfilter or ILOpCode.Jmp);

    private static int Size(OperandType type) => type switch
    {
        OperandType.InlineNone => 0,
        OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar => 1,
        OperandType.InlineVar => 2,
        OperandType.InlineI8 or OperandType.InlineR => 8,
        _ => 4,
    };

    // The variable that the short forms have in their name: ldarg.2, stloc.0.
    private static int Implied(OpCode opCode) => opCode.Name is { } name && (name.Contains("arg.") || name.Contains("loc.")) ? name[^1] - '0' : 0;

    private static OpCode?[] OpCodesByValue()
    {
        var opCodes = new OpCode?[0x200];
        foreach (var field in typeof(OpCodes).GetFields())
        {
            var opCode = (OpCode)field.GetValue(null)!;
            if (opCode.OpCodeType != OpCodeType.Nternal)
            {
                opCodes[opCode.Size == 1 ? (byte)opCode.Value : 0x100 + (byte)opCode.Value] = opCode;
            }
        }

        return opCodes;
    }
}
