namespace PooledAwait.Fody.Verification;

/// <summary>Checks numbers, comparisons and conversions (ECMA-335, III.1.5). Allows calculations with pointers, because unsafe code contains them.</summary>
internal static class ArithmeticRules
{
    public static bool Verify(BodyFrame frame)
    {
        switch (frame.Code)
        {
            case (>= Code.Add and <= Code.Xor) or (>= Code.Add_Ovf and <= Code.Sub_Ovf_Un):
                Binary(frame);
                return true;
            case Code.Shl or Code.Shr or Code.Shr_Un:
                frame.Pop(StackKind.Int32, StackKind.NativeInt);
                frame.Push(Integer(frame));
                return true;
            case Code.Neg:
                frame.Push(Number(frame));
                return true;
            case Code.Not:
                frame.Push(Integer(frame));
                return true;
            case Code.Ckfinite:
                frame.Push(frame.Pop(StackKind.Float));
                return true;
            case >= Code.Ceq and <= Code.Clt_Un:
                Compare(frame);
                frame.Push(StackKind.Int32);
                return true;
            case Code.Conv_I8 or Code.Conv_U8 or Code.Conv_Ovf_I8 or Code.Conv_Ovf_U8 or Code.Conv_Ovf_I8_Un or Code.Conv_Ovf_U8_Un:
                Convert(frame, StackKind.Int64);
                return true;
            case Code.Conv_I or Code.Conv_U or Code.Conv_Ovf_I or Code.Conv_Ovf_U or Code.Conv_Ovf_I_Un or Code.Conv_Ovf_U_Un:
                Convert(frame, StackKind.NativeInt);
                return true;
            case Code.Conv_R4 or Code.Conv_R8 or Code.Conv_R_Un:
                Convert(frame, StackKind.Float);
                return true;
            case (>= Code.Conv_I1 and <= Code.Conv_U4) or (>= Code.Conv_Ovf_I1_Un and <= Code.Conv_Ovf_U4_Un) or (>= Code.Conv_Ovf_I1 and <= Code.Conv_Ovf_U4)
                or Code.Conv_U2 or Code.Conv_U1:
                Convert(frame, StackKind.Int32);
                return true;
            default:
                return false;
        }
    }

    /// <summary>Pops two values that an instruction or a branch compares, and checks whether they can be compared.</summary>
    public static void Compare(BodyFrame frame)
    {
        var (second, first) = (frame.Used(frame.Pop()), frame.Used(frame.Pop()));
        var equality = frame.Code is Code.Ceq or Code.Beq or Code.Beq_S or Code.Bne_Un or Code.Bne_Un_S or Code.Cgt_Un;
        switch (first.Kind, second.Kind)
        {
            case (StackKind.Unknown, _) or (_, StackKind.Unknown):
            case (StackKind.Int64, StackKind.Int64) or (StackKind.Float, StackKind.Float):
            case (StackKind.Reference, StackKind.Reference) when equality:
            case (StackKind.Int32 or StackKind.NativeInt or StackKind.ManagedPointer, StackKind.Int32 or StackKind.NativeInt or StackKind.ManagedPointer):
                break;
            default:
                frame.Report(FindingKind.Operand, $"{frame.Instruction.OpCode} of {first} and {second}");
                break;
        }
    }

    private static void Binary(BodyFrame frame)
    {
        var code = frame.Code;
        var (second, first) = (frame.Used(frame.Pop()), frame.Used(frame.Pop()));
        var pointers = code is Code.Add or Code.Add_Ovf_Un or Code.Sub or Code.Sub_Ovf_Un;
        switch (first.Kind, second.Kind)
        {
            case (StackKind.Unknown, _) or (_, StackKind.Unknown):
                frame.PushUnknown();
                break;
            case (StackKind.Int32, StackKind.Int32) or (StackKind.Int64, StackKind.Int64):
                frame.Push(first.Kind);
                break;
            case (StackKind.NativeInt or StackKind.Int32, StackKind.NativeInt or StackKind.Int32):
                frame.Push(StackKind.NativeInt);
                break;
            case (StackKind.Float, StackKind.Float) when code is Code.Add or Code.Sub or Code.Mul or Code.Div or Code.Rem:
                frame.Push(StackKind.Float);
                break;
            case (StackKind.ManagedPointer, StackKind.Int32 or StackKind.NativeInt) when pointers:
                frame.Push(first);
                break;
            case (StackKind.Int32 or StackKind.NativeInt, StackKind.ManagedPointer) when code is Code.Add or Code.Add_Ovf_Un:
                frame.Push(second);
                break;
            case (StackKind.ManagedPointer, StackKind.ManagedPointer) when code is Code.Sub or Code.Sub_Ovf_Un:
                frame.Push(StackKind.NativeInt);
                break;
            default:
                frame.Report(FindingKind.Operand, $"{frame.Instruction.OpCode} of {first} and {second}");
                frame.PushUnknown();
                break;
        }
    }

    private static void Convert(BodyFrame frame, StackKind to)
    {
        var value = frame.Used(frame.Pop());

        // Compilers before C# 7.3 pin a string and then convert the reference itself to a number, so this conversion is allowed.
        var isPinned = value.Kind == StackKind.Reference && value.Type is { FullName: "System.String" };
        if (value.Kind is StackKind.Reference or StackKind.Value && !isPinned)
        {
            frame.Report(FindingKind.Operand, $"{frame.Instruction.OpCode} of {value}");
        }

        frame.Push(to);
    }

    private static StackEntry Number(BodyFrame frame)
    {
        var value = frame.Pop();
        if (value.Kind is StackKind.Reference or StackKind.Value or StackKind.ManagedPointer)
        {
            frame.Report(FindingKind.Operand, $"{frame.Instruction.OpCode} of {value}");
            return default;
        }

        return new StackEntry(value.Kind);
    }

    private static StackEntry Integer(BodyFrame frame)
    {
        var value = Number(frame);
        if (value.Kind == StackKind.Float)
        {
            frame.Report(FindingKind.Operand, $"{frame.Instruction.OpCode} of {value}");
        }

        return value;
    }
}
