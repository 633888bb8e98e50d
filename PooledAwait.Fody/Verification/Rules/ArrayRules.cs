namespace PooledAwait.Fody.Verification;

/// <summary>Checks the use of vectors: arrays of one dimension.</summary>
internal static class ArrayRules
{
    public static bool Verify(BodyFrame frame)
    {
        switch (frame.Code)
        {
            case Code.Newarr:
                Create(frame);
                return true;
            case Code.Ldlen:
                Array(frame);
                frame.Push(StackKind.NativeInt);
                return true;
            case Code.Ldelem_Ref:
                Index(frame);
                var read = Array(frame);
                frame.Push(read == null ? StackEntry.Null : Reference(frame, read));
                return true;
            case Code.Ldelem_Any or (>= Code.Ldelem_I1 and <= Code.Ldelem_R8):
                Index(frame);
                var named = Named(frame);
                Element(frame, Array(frame), named, writes: false);
                frame.Push(named == null ? default : frame.Resolved.ValueOf(named));
                return true;
            case Code.Ldelema:
                Index(frame);
                Address(frame);
                return true;
            case Code.Stelem_Ref:
                var stored = frame.Used(frame.Pop());
                Index(frame);
                if (Array(frame) is { } place && Reference(frame, place).Kind != StackKind.Unknown)
                {
                    frame.Assign(stored, place, "element");
                }

                return true;
            case Code.Stelem_Any or (>= Code.Stelem_I and <= Code.Stelem_R8):
                var written = Named(frame);
                var value = frame.Pop();
                if (written != null)
                {
                    frame.Assign(value, written, "element");
                }

                Index(frame);
                Element(frame, Array(frame), written, writes: true);
                return true;
            default:
                return false;
        }
    }

    private static void Create(BodyFrame frame)
    {
        Index(frame);
        if (Operands.Type(frame) is not { } type)
        {
            frame.PushUnknown();
            return;
        }

        if (frame.Resolved.IsByRefLike(type) || type is ByReferenceType)
        {
            frame.Report(FindingKind.RefStruct, $"newarr of {type.FullName}");
        }

        frame.Push(new StackEntry(StackKind.Reference, new ArrayType(type)));
    }

    private static void Address(BodyFrame frame)
    {
        var type = Operands.Type(frame);
        var onlyReads = frame.Prefixes.Has(Code.Readonly);
        var element = Array(frame);
        if (type != null && element != null && !frame.Same.AreInMemory(element, type) && !(onlyReads && frame.Assignability.IsElementOf(element, type)))
        {
            frame.Report(FindingKind.Operand, $"ldelema of {type.FullName} in an array of {element.FullName}");
        }

        frame.Push(type == null ? default : new StackEntry(StackKind.ManagedPointer, type, onlyReads ? StackMarks.ReadOnly : StackMarks.None));
    }

    private static void Index(BodyFrame frame) => frame.Pop(StackKind.Int32, StackKind.NativeInt);

    /// <summary>Pops an array and returns its element type; null if the value is the null literal or not an array.</summary>
    private static TypeReference? Array(BodyFrame frame)
    {
        var value = frame.Pop(StackKind.Reference);
        switch (value.Type)
        {
            case null:
                return null;
            case ArrayType { Rank: 1 } array:
                return TypeShape.Plain(array.ElementType);
            default:
                frame.Report(FindingKind.Operand, $"{frame.Instruction.OpCode} on {value}");
                return null;
        }
    }

    private static void Element(BodyFrame frame, TypeReference? element, TypeReference? named, bool writes)
    {
        if (element == null || named == null || frame.Same.AreInMemory(element, named) || (!writes && frame.Assignability.IsElementOf(element, named))
            || (writes && frame.Assignability.IsElementOf(named, element)))
        {
            return;
        }

        frame.Report(FindingKind.Operand, $"{frame.Instruction.OpCode} of {named.FullName} in an array of {element.FullName}");
    }

    private static StackEntry Reference(BodyFrame frame, TypeReference element)
    {
        var value = frame.Resolved.ValueOf(element);
        if (value.Kind is StackKind.Reference or StackKind.Unknown)
        {
            return value;
        }

        frame.Report(FindingKind.Operand, $"{frame.Instruction.OpCode} on an array of {element.FullName}");
        return default;
    }

    private static TypeReference? Named(BodyFrame frame) => frame.Code switch
    {
        Code.Ldelem_Any or Code.Stelem_Any => Operands.Type(frame),
        Code.Ldelem_I1 or Code.Ldelem_U1 or Code.Stelem_I1 => frame.Module.TypeSystem.SByte,
        Code.Ldelem_I2 or Code.Ldelem_U2 or Code.Stelem_I2 => frame.Module.TypeSystem.Int16,
        Code.Ldelem_I4 or Code.Ldelem_U4 or Code.Stelem_I4 => frame.Module.TypeSystem.Int32,
        Code.Ldelem_I8 or Code.Stelem_I8 => frame.Module.TypeSystem.Int64,
        Code.Ldelem_R4 or Code.Stelem_R4 => frame.Module.TypeSystem.Single,
        Code.Ldelem_R8 or Code.Stelem_R8 => frame.Module.TypeSystem.Double,
        _ => frame.Module.TypeSystem.IntPtr,
    };
}
