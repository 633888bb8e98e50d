using System.Reflection.Metadata;
using ICSharpCode.Decompiler.TypeSystem;

namespace Tests.Verification.Rules;

/// <summary>What ends a path or parts it: branches, returns, and the ends of handlers.</summary>
internal static class FlowRules
{
    public static bool Verify(BodyFrame frame, ControlTransfer transfer)
    {
        var instruction = frame.Instruction;
        switch (instruction.OpCode)
        {
            case ILOpCode.Br or ILOpCode.Br_s:
                return true;
            case ILOpCode.Brtrue or ILOpCode.Brtrue_s or ILOpCode.Brfalse or ILOpCode.Brfalse_s:
                var condition = frame.Used(frame.Pop());
                if (condition.Kind is StackKind.Value or StackKind.Float)
                {
                    frame.Report(FindingKind.Operand, $"{instruction.OpCode} on {condition}");
                }

                return true;
            case (>= ILOpCode.Beq_s and <= ILOpCode.Blt_un_s) or (>= ILOpCode.Beq and <= ILOpCode.Blt_un):
                ArithmeticRules.Compare(frame);
                return true;
            case ILOpCode.Switch:
                frame.Pop(StackKind.Int32);
                return true;
            case ILOpCode.Leave or ILOpCode.Leave_s:
                frame.Clear();
                return true;
            case ILOpCode.Ret:
                Return(frame);
                frame.Report(transfer.End(instruction.Offset));
                return true;
            case ILOpCode.Endfinally:
                frame.Report(transfer.End(instruction.Offset, PartKind.Finally));
                return true;
            case ILOpCode.Endfilter:
                frame.Pop(StackKind.Int32);
                Empty(frame);
                frame.Report(transfer.End(instruction.Offset, PartKind.Filter));
                return true;
            case ILOpCode.Rethrow:
                if (!transfer.IsInCatch(instruction.Offset))
                {
                    frame.Report(FindingKind.RegionExit, "rethrow outside a catch");
                }

                return true;
            default:
                return false;
        }
    }

    private static void Return(BodyFrame frame)
    {
        var type = StorageType.Plain(frame.Method.ReturnType);
        if (type.Kind != TypeKind.Void)
        {
            var value = frame.PopAs(type, "result", frame.Method.ReturnTypeIsRefReadOnly);
            if (value is { Kind: StackKind.ManagedPointer } && value.Is(StackMarks.Local))
            {
                frame.Report(FindingKind.LocalEscapes, $"{value} as result");
            }
        }

        Empty(frame);
        if (!frame.IsInitialised)
        {
            frame.Report(FindingKind.Uninitialised, "no constructor of the base was called");
        }
    }

    private static void Empty(BodyFrame frame)
    {
        if (frame.Depth > 0)
        {
            frame.Report(FindingKind.StackDepth, $"{frame.Depth} values left at {frame.Instruction.OpCode}");
        }
    }
}
