namespace PooledAwait.Fody.Verification;

/// <summary>Checks reads and writes through managed pointers. Unsafe code may read and write anything through unmanaged pointers.</summary>
internal static class MemoryRules
{
    public static bool Verify(BodyFrame frame)
    {
        switch (frame.Code)
        {
            case Code.Ldind_Ref:
                frame.Push(Pointer(frame, null, "read") is { } referred ? Reference(frame, referred) : default);
                return true;
            case >= Code.Ldind_I1 and <= Code.Ldind_R8:
                Pointer(frame, Accessed(frame), "read");
                frame.Push(Accessed(frame));
                return true;
            case Code.Stind_Ref:
                var stored = frame.Used(frame.Pop());
                if (Pointer(frame, null, "written", writes: true) is { } place && Reference(frame, place).Kind != StackKind.Unknown)
                {
                    frame.Assign(stored, place, "place in memory");
                }

                return true;
            case (>= Code.Stind_I1 and <= Code.Stind_R8) or Code.Stind_I:
                frame.PopAs(Accessed(frame), "place in memory");
                Pointer(frame, Accessed(frame), "written", writes: true);
                return true;
            case Code.Ldobj:
                var value = Operands.Type(frame);
                Pointer(frame, value, "read");
                frame.Push(value == null ? default : frame.Resolved.ValueOf(value));
                return true;
            case Code.Stobj:
                var target = Operands.Type(frame);
                var written = frame.Pop();
                if (target != null)
                {
                    frame.Assign(written, target, "place in memory");
                }

                Pointer(frame, target, "written", writes: true);
                return true;
            case Code.Cpobj:
                var copied = Operands.Type(frame);
                Pointer(frame, copied, "read");
                Pointer(frame, copied, "written", writes: true);
                return true;
            case Code.Initobj:
                Pointer(frame, Operands.Type(frame), "written", writes: true);
                return true;
            case Code.Localloc:
                frame.Pop(StackKind.NativeInt, StackKind.Int32);
                frame.Push(StackKind.NativeInt);
                return true;
            case Code.Cpblk or Code.Initblk:
                frame.Pop(StackKind.Int32, StackKind.NativeInt);
                frame.Pop();
                frame.Pop();
                return true;
            default:
                return false;
        }
    }

    /// <summary>
    /// Pops the pointer through which an instruction reads or writes. If a type is given, checks that the pointer points to this type. Returns the type to
    /// which a managed pointer points.
    /// </summary>
    private static TypeReference? Pointer(BodyFrame frame, TypeReference? type, string what, bool writes = false)
    {
        var pointer = frame.Used(frame.Pop());
        switch (pointer.Kind)
        {
            case StackKind.Unknown or StackKind.NativeInt:
                return null;
            case StackKind.ManagedPointer:
                var fits = type == null || frame.Same.AreInMemory(type, pointer.Type!) || frame.Resolved.ValueOf(pointer.Type!).Kind == StackKind.Unknown
                    || (!writes && frame.Resolved.IsReference(type) == true && frame.Resolved.IsReference(pointer.Type!) == true
                        && frame.Assignability.IsAssignable(pointer.Type!, type));

                // The C# compiler's methods for inline arrays read a byte in this way, to check a pointer for null.
                if (!fits && !(pointer.Type is GenericParameter && frame.Code == Code.Ldind_U1))
                {
                    frame.Report(FindingKind.Operand, $"{frame.Instruction.OpCode} of {type!.FullName} through {pointer}");
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

    private static StackEntry Reference(BodyFrame frame, TypeReference type)
    {
        var value = frame.Resolved.ValueOf(type);
        if (value.Kind is StackKind.Reference or StackKind.Unknown)
        {
            return value;
        }

        frame.Report(FindingKind.Operand, $"{frame.Instruction.OpCode} through {type.FullName}&");
        return default;
    }

    private static TypeReference Accessed(BodyFrame frame) => frame.Code switch
    {
        Code.Ldind_I1 or Code.Ldind_U1 or Code.Stind_I1 => frame.Module.TypeSystem.SByte,
        Code.Ldind_I2 or Code.Ldind_U2 or Code.Stind_I2 => frame.Module.TypeSystem.Int16,
        Code.Ldind_I4 or Code.Ldind_U4 or Code.Stind_I4 => frame.Module.TypeSystem.Int32,
        Code.Ldind_I8 or Code.Stind_I8 => frame.Module.TypeSystem.Int64,
        Code.Ldind_R4 or Code.Stind_R4 => frame.Module.TypeSystem.Single,
        Code.Ldind_R8 or Code.Stind_R8 => frame.Module.TypeSystem.Double,
        _ => frame.Module.TypeSystem.IntPtr,
    };
}
