using System.Reflection.Metadata;
using ICSharpCode.Decompiler.TypeSystem;

namespace Tests.Verification.Rules;

/// <summary>What reads and writes through pointers.</summary>
internal static class MemoryRules
{
    public static bool Verify(BodyFrame frame)
    {
        var opCode = frame.Instruction.OpCode;
        switch (opCode)
        {
            case ILOpCode.Ldind_ref:
                var read = Pointer(frame, null, "read");
                frame.Push(read is { } referred ? Reference(frame, referred) : default);
                return true;
            case >= ILOpCode.Ldind_i1 and <= ILOpCode.Ldind_r8:
                var (loaded, code) = Accessed(opCode);
                Pointer(frame, frame.Module.KnownType(code), "read");
                frame.Push(new StackValue(loaded));
                return true;
            case ILOpCode.Stind_ref:
                var stored = frame.Used(frame.Pop(StackKind.Reference));
                if (Pointer(frame, null, "written", writes: true) is { } place && place.Kind != TypeKind.Unknown)
                {
                    Reference(frame, place);
                    frame.Assign(stored, place, "place in memory");
                }

                return true;
            case (>= ILOpCode.Stind_i1 and <= ILOpCode.Stind_r8) or ILOpCode.Stind_i:
                var type = frame.Module.KnownType(Accessed(opCode).Code);
                frame.PopAs(type, "place in memory");
                Pointer(frame, type, "written", writes: true);
                return true;
            case ILOpCode.Ldobj:
                var value = frame.Module.Type(frame);
                Pointer(frame, value, "read");
                frame.Push(value is null ? default : StackValue.Of(value));
                return true;
            case ILOpCode.Stobj:
                var target = frame.Module.Type(frame) ?? SpecialType.UnknownType;
                frame.PopAs(target, "place in memory");
                Pointer(frame, target, "written", writes: true);
                return true;
            case ILOpCode.Cpobj:
                var copied = frame.Module.Type(frame) ?? SpecialType.UnknownType;
                Pointer(frame, copied, "read");
                Pointer(frame, copied, "written", writes: true);
                return true;
            case ILOpCode.Initobj:
                Pointer(frame, frame.Module.Type(frame), "written", writes: true);
                return true;
            case ILOpCode.Localloc:
                frame.Report(FindingKind.StackMemory, "localloc");
                frame.Pop(StackKind.NativeInt, StackKind.Int32);
                frame.Push(new StackValue(StackKind.NativeInt));
                return true;
            case ILOpCode.Cpblk or ILOpCode.Initblk:
                frame.Report(FindingKind.MemoryBlock, opCode.ToString());
                frame.Pop(StackKind.Int32, StackKind.NativeInt);
                frame.Pop();
                frame.Pop();
                return true;
            default:
                return false;
        }
    }

    /// <summary>Takes a pointer to what is read or written, of a type where one is asked for, and answers what a managed one points to.</summary>
    private static IType? Pointer(BodyFrame frame, IType? type, string what, bool writes = false)
    {
        var pointer = frame.Used(frame.Pop());
        switch (pointer.Kind)
        {
            case StackKind.Unknown:
                return null;
            case StackKind.NativeInt:
                frame.Report(FindingKind.PointerAccess, $"{frame.Instruction.OpCode} through an unmanaged pointer");
                return null;
            case StackKind.ManagedPointer:
                var fits = type is null || StorageType.Same(type, pointer.Type!)
                    || !writes && type.IsReferenceType == true && pointer.Type!.IsReferenceType == true
                        && frame.Relations.IsAssignable(pointer.Type, type);
                if (!fits && pointer.Type is ITypeParameter && frame.Instruction.OpCode == ILOpCode.Ldind_u1)
                {
                    frame.Report(FindingKind.ByteRead, $"ldind.u1 through {pointer}");
                }
                else if (!fits)
                {
                    frame.Report(FindingKind.Operand, $"{frame.Instruction.OpCode} of {type!.ReflectionName} through {pointer}");
                }

                if (writes && pointer.Is(StackMarks.ReadOnly))
                {
                    frame.Report(FindingKind.ReadOnly, $"{frame.Instruction.OpCode} through {pointer}");
                }

                return pointer.Type;
            default:
                frame.Report(FindingKind.Operand, $"{pointer} as a pointer to what is {what}");
                return null;
        }
    }

    private static StackValue Reference(BodyFrame frame, IType type)
    {
        var value = StackValue.Of(type);
        if (value.Kind is StackKind.Reference or StackKind.Unknown)
        {
            return value;
        }

        frame.Report(FindingKind.Operand, $"{frame.Instruction.OpCode} through {type.ReflectionName}&");
        return default;
    }

    private static (StackKind Kind, KnownTypeCode Code) Accessed(ILOpCode opCode) => opCode switch
    {
        ILOpCode.Ldind_i1 or ILOpCode.Ldind_u1 or ILOpCode.Stind_i1 => (StackKind.Int32, KnownTypeCode.SByte),
        ILOpCode.Ldind_i2 or ILOpCode.Ldind_u2 or ILOpCode.Stind_i2 => (StackKind.Int32, KnownTypeCode.Int16),
        ILOpCode.Ldind_i4 or ILOpCode.Ldind_u4 or ILOpCode.Stind_i4 => (StackKind.Int32, KnownTypeCode.Int32),
        ILOpCode.Ldind_i8 or ILOpCode.Stind_i8 => (StackKind.Int64, KnownTypeCode.Int64),
        ILOpCode.Ldind_r4 or ILOpCode.Stind_r4 => (StackKind.Float, KnownTypeCode.Single),
        ILOpCode.Ldind_r8 or ILOpCode.Stind_r8 => (StackKind.Float, KnownTypeCode.Double),
        _ => (StackKind.NativeInt, KnownTypeCode.IntPtr),
    };
}
