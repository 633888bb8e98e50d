using System.Reflection.Metadata;
using ICSharpCode.Decompiler.TypeSystem;

namespace Tests.Verification.Rules;

/// <summary>Numbers, comparisons and conversions (ECMA-335, III.1.5).</summary>
internal static class ArithmeticRules
{
    public static bool Verify(BodyFrame frame)
    {
        var opCode = frame.Instruction.OpCode;
        switch (opCode)
        {
            case ILOpCode.Add or ILOpCode.Sub or ILOpCode.Add_ovf_un or ILOpCode.Sub_ovf_un or ILOpCode.Add_ovf or ILOpCode.Sub_ovf or ILOpCode.Mul
                or ILOpCode.Mul_ovf or ILOpCode.Mul_ovf_un or ILOpCode.Div or ILOpCode.Rem or ILOpCode.Div_un or ILOpCode.Rem_un
                or ILOpCode.And or ILOpCode.Or
                or ILOpCode.Xor:
                Binary(frame);
                return true;
            case ILOpCode.Shl or ILOpCode.Shr or ILOpCode.Shr_un:
                frame.Pop(StackKind.Int32, StackKind.NativeInt);
                var shifted = Integer(frame);
                frame.Push(shifted);
                return true;
            case ILOpCode.Neg:
                frame.Push(Number(frame));
                return true;
            case ILOpCode.Not:
                frame.Push(Integer(frame));
                return true;
            case ILOpCode.Ckfinite:
                frame.Push(frame.Pop(StackKind.Float));
                return true;
            case ILOpCode.Ceq or ILOpCode.Cgt or ILOpCode.Cgt_un or ILOpCode.Clt or ILOpCode.Clt_un:
                Compare(frame);
                frame.Push(new StackValue(StackKind.Int32));
                return true;
            case ILOpCode.Conv_i1 or ILOpCode.Conv_i2 or ILOpCode.Conv_i4 or ILOpCode.Conv_u1 or ILOpCode.Conv_u2 or ILOpCode.Conv_u4
                or (>= ILOpCode.Conv_ovf_i1 and <= ILOpCode.Conv_ovf_u4)
                or ILOpCode.Conv_ovf_i1_un or ILOpCode.Conv_ovf_i2_un or ILOpCode.Conv_ovf_i4_un
                or ILOpCode.Conv_ovf_u1_un or ILOpCode.Conv_ovf_u2_un or ILOpCode.Conv_ovf_u4_un:
                Convert(frame, StackKind.Int32);
                return true;
            case ILOpCode.Conv_i8 or ILOpCode.Conv_u8 or ILOpCode.Conv_ovf_i8 or ILOpCode.Conv_ovf_u8
                or ILOpCode.Conv_ovf_i8_un or ILOpCode.Conv_ovf_u8_un:
                Convert(frame, StackKind.Int64);
                return true;
            case ILOpCode.Conv_i or ILOpCode.Conv_u or ILOpCode.Conv_ovf_i or ILOpCode.Conv_ovf_u or ILOpCode.Conv_ovf_i_un or ILOpCode.Conv_ovf_u_un:
                Convert(frame, StackKind.NativeInt);
                return true;
            case ILOpCode.Conv_r4 or ILOpCode.Conv_r8 or ILOpCode.Conv_r_un:
                Convert(frame, StackKind.Float);
                return true;
            default:
                return false;
        }
    }

    /// <summary>Takes two values that are compared, by an instruction or by a branch.</summary>
    public static void Compare(BodyFrame frame)
    {
        var (second, first) = (frame.Used(frame.Pop()), frame.Used(frame.Pop()));
        var equality = frame.Instruction.OpCode is ILOpCode.Ceq or ILOpCode.Beq or ILOpCode.Beq_s or ILOpCode.Bne_un or ILOpCode.Bne_un_s;
        switch (first.Kind, second.Kind)
        {
            case (StackKind.Unknown, _) or (_, StackKind.Unknown):
            case (StackKind.Int32 or StackKind.NativeInt, StackKind.Int32 or StackKind.NativeInt):
            case (StackKind.Int64, StackKind.Int64) or (StackKind.Float, StackKind.Float):
            case (StackKind.Reference, StackKind.Reference) when equality || frame.Instruction.OpCode == ILOpCode.Cgt_un:
            case (StackKind.ManagedPointer, StackKind.ManagedPointer) when equality:
                break;
            case (StackKind.ManagedPointer, StackKind.ManagedPointer):
                frame.Report(FindingKind.ReferenceArithmetic, $"{frame.Instruction.OpCode} of managed pointers");
                break;
            case (StackKind.ManagedPointer, StackKind.NativeInt or StackKind.Int32)
                or (StackKind.NativeInt or StackKind.Int32, StackKind.ManagedPointer):
                frame.Report(FindingKind.ReferenceToPointer, $"{frame.Instruction.OpCode} of {first} and {second}");
                break;
            default:
                frame.Report(FindingKind.Operand, $"{frame.Instruction.OpCode} of {first} and {second}");
                break;
        }
    }

    private static void Binary(BodyFrame frame)
    {
        var opCode = frame.Instruction.OpCode;
        var (second, first) = (frame.Used(frame.Pop()), frame.Used(frame.Pop()));
        var pointers = opCode is ILOpCode.Add or ILOpCode.Add_ovf_un or ILOpCode.Sub or ILOpCode.Sub_ovf_un;
        var adds = opCode is ILOpCode.Add or ILOpCode.Add_ovf_un;
        switch (first.Kind, second.Kind)
        {
            case (StackKind.Unknown, _) or (_, StackKind.Unknown):
                frame.Push(default(StackValue));
                break;
            case (StackKind.Int32, StackKind.Int32) or (StackKind.Int64, StackKind.Int64):
                frame.Push(new StackValue(first.Kind));
                break;
            case (StackKind.NativeInt or StackKind.Int32, StackKind.NativeInt or StackKind.Int32):
                frame.Push(new StackValue(StackKind.NativeInt));
                break;
            case (StackKind.Float, StackKind.Float) when opCode is ILOpCode.Add or ILOpCode.Sub or ILOpCode.Mul or ILOpCode.Div or ILOpCode.Rem:
                frame.Push(new StackValue(StackKind.Float));
                break;
            case (StackKind.ManagedPointer, StackKind.Int32 or StackKind.NativeInt) when pointers:
                frame.Report(FindingKind.ReferenceArithmetic, $"{opCode} of {first} and {second}");
                frame.Push(first);
                break;
            case (StackKind.Int32 or StackKind.NativeInt, StackKind.ManagedPointer) when adds:
                frame.Report(FindingKind.ReferenceArithmetic, $"{opCode} of {first} and {second}");
                frame.Push(second);
                break;
            case (StackKind.ManagedPointer, StackKind.ManagedPointer) when pointers && !adds:
                frame.Report(FindingKind.ReferenceArithmetic, $"{opCode} of {first} and {second}");
                frame.Push(new StackValue(StackKind.NativeInt));
                break;
            default:
                frame.Report(FindingKind.Operand, $"{opCode} of {first} and {second}");
                frame.Push(default(StackValue));
                break;
        }
    }

    private static void Convert(BodyFrame frame, StackKind to)
    {
        var value = frame.Used(frame.Pop());
        if (value.Kind == StackKind.ManagedPointer
            || value.Type is { } type && value.Kind == StackKind.Reference && type.IsKnownType(KnownTypeCode.String))
        {
            // Compilers before C# 7.3 fixed a string by its object.
            frame.Report(FindingKind.ReferenceToPointer, $"{frame.Instruction.OpCode} of {value}");
        }
        else if (value.Kind is StackKind.Reference or StackKind.Value)
        {
            frame.Report(FindingKind.Operand, $"{frame.Instruction.OpCode} of {value}");
        }

        frame.Push(new StackValue(to));
    }

    private static StackValue Number(BodyFrame frame)
    {
        var value = frame.Pop();
        if (value.Kind is StackKind.Reference or StackKind.Value or StackKind.ManagedPointer)
        {
            frame.Report(FindingKind.Operand, $"{frame.Instruction.OpCode} of {value}");
            return default;
        }

        return new StackValue(value.Kind);
    }

    private static StackValue Integer(BodyFrame frame)
    {
        var value = Number(frame);
        if (value.Kind == StackKind.Float)
        {
            frame.Report(FindingKind.Operand, $"{frame.Instruction.OpCode} of {value}");
        }

        return value;
    }
}
