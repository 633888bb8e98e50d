using System.Reflection.Metadata;
using ICSharpCode.Decompiler.TypeSystem;

namespace Tests.Verification.Rules;

/// <summary>Constants, arguments and locals, and what only moves values.</summary>
internal static class LoadRules
{
    public static bool Verify(BodyFrame frame)
    {
        var instruction = frame.Instruction;
        switch (instruction.OpCode)
        {
            case ILOpCode.Nop or ILOpCode.Break:
                return true;
            case ILOpCode.Ldnull:
                frame.Push(StackValue.Null);
                return true;
            case (>= ILOpCode.Ldc_i4_m1 and <= ILOpCode.Ldc_i4_8) or ILOpCode.Ldc_i4_s or ILOpCode.Ldc_i4:
                frame.Push(new StackValue(StackKind.Int32));
                return true;
            case ILOpCode.Ldc_i8:
                frame.Push(new StackValue(StackKind.Int64));
                return true;
            case ILOpCode.Ldc_r4 or ILOpCode.Ldc_r8:
                frame.Push(new StackValue(StackKind.Float));
                return true;
            case ILOpCode.Ldstr:
                if (frame.Module.Resolve(instruction.Operand) is not string)
                {
                    frame.Report(FindingKind.Malformed, "the operand of ldstr is not a string");
                }

                frame.Push(frame.Module.KnownType(KnownTypeCode.String));
                return true;
            case ILOpCode.Dup:
                var value = frame.Pop();
                frame.Push(value);
                frame.Push(value);
                return true;
            case ILOpCode.Pop:
                frame.Pop();
                return true;
            case (>= ILOpCode.Ldarg_0 and <= ILOpCode.Ldarg_3) or ILOpCode.Ldarg_s or ILOpCode.Ldarg:
                LoadArgument(frame, instruction.Operand);
                return true;
            case ILOpCode.Starg_s or ILOpCode.Starg:
                if (Variable(frame, frame.Arguments, instruction.Operand) is { } argument)
                {
                    frame.PopAs(argument, $"argument {instruction.Operand}", OnlyReads(frame, instruction.Operand));
                }

                return true;
            case ILOpCode.Ldarga_s or ILOpCode.Ldarga:
                Address(frame, frame.Arguments, IsThis(frame, instruction.Operand) ? StackMarks.ReadOnly : StackMarks.None);
                return true;
            case (>= ILOpCode.Ldloc_0 and <= ILOpCode.Ldloc_3) or ILOpCode.Ldloc_s or ILOpCode.Ldloc:
                frame.Push(Variable(frame, frame.Locals, instruction.Operand) is { } local ? StackValue.Of(local) : default);
                return true;
            case (>= ILOpCode.Stloc_0 and <= ILOpCode.Stloc_3) or ILOpCode.Stloc_s or ILOpCode.Stloc:
                // A local for a reference that only reads is declared as any other: C# keeps watch over what becomes of it.
                if (Variable(frame, frame.Locals, instruction.Operand) is { } target)
                {
                    frame.PopAs(target, "local", onlyReads: true);
                }

                return true;
            case ILOpCode.Ldloca_s or ILOpCode.Ldloca:
                Address(frame, frame.Locals, StackMarks.None);
                return true;
            case ILOpCode.Ldtoken:
                LoadToken(frame);
                return true;
            case ILOpCode.Sizeof:
                frame.Module.Type(frame);
                frame.Push(new StackValue(StackKind.Int32));
                return true;
            default:
                return false;
        }
    }

    private static void LoadArgument(BodyFrame frame, int index)
    {
        if (Variable(frame, frame.Arguments, index) is not { } type)
        {
            frame.Push(default(StackValue));
            return;
        }

        var marks = OnlyReads(frame, index) ? StackMarks.ReadOnly : StackMarks.None;
        if (IsThis(frame, index))
        {
            marks |= StackMarks.This;
            if (!frame.IsInitialised)
            {
                marks |= StackMarks.Uninitialised;
            }
        }

        frame.Push(StackValue.Of(type).With(marks));
    }

    private static void Address(BodyFrame frame, IType[] variables, StackMarks marks)
    {
        if (Variable(frame, variables, frame.Instruction.Operand) is not { } type || type.Kind == TypeKind.Unknown)
        {
            frame.Push(default(StackValue));
            return;
        }

        if (type.Kind == TypeKind.ByReference)
        {
            frame.Report(FindingKind.Operand, $"{frame.Instruction.OpCode} of a managed pointer");
        }

        frame.Push(new StackValue(StackKind.ManagedPointer, type, marks | StackMarks.Local));
    }

    // The own object is certain only as long as nothing else is put in its place, be it through its address.
    private static bool IsThis(BodyFrame frame, int index) => index == 0 && !frame.Method.IsStatic && frame.KeepsThis;

    private static bool OnlyReads(BodyFrame frame, int index)
    {
        var parameter = index - (frame.Method.IsStatic ? 0 : 1);
        return parameter >= 0 && frame.Method.Parameters[parameter].ReferenceKind is ReferenceKind.In or ReferenceKind.RefReadOnly;
    }

    private static IType? Variable(BodyFrame frame, IType[] variables, int index)
    {
        if (index < variables.Length)
        {
            return variables[index];
        }

        frame.Report(FindingKind.Malformed, $"{frame.Instruction.OpCode} of variable {index} of {variables.Length}");
        return null;
    }

    private static void LoadToken(BodyFrame frame)
    {
        var named = frame.Module.Resolve(frame.Instruction.Operand);
        var handle = named switch
        {
            IType => "System.RuntimeTypeHandle",
            IField => "System.RuntimeFieldHandle",
            MethodUse => "System.RuntimeMethodHandle",
            _ => null,
        };
        if (handle is null)
        {
            frame.Report(FindingKind.Malformed, "ldtoken of neither a type nor a member");
            frame.Push(default(StackValue));
            return;
        }

        _ = named switch
        {
            IType => (object?)frame.Module.Type(frame),
            IField => frame.Module.Field(frame),
            _ => frame.Module.Method(frame),
        };
        frame.Push(frame.Module.KnownType(handle));
    }
}
