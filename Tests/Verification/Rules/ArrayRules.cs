using System.Reflection.Metadata;
using ICSharpCode.Decompiler.TypeSystem;

namespace Tests.Verification.Rules;

/// <summary>Vectors: arrays of one dimension.</summary>
internal static class ArrayRules
{
    public static bool Verify(BodyFrame frame)
    {
        var opCode = frame.Instruction.OpCode;
        switch (opCode)
        {
            case ILOpCode.Newarr:
                Create(frame);
                return true;
            case ILOpCode.Ldlen:
                Array(frame);
                frame.Push(new StackValue(StackKind.NativeInt));
                return true;
            case ILOpCode.Ldelem_ref:
                Index(frame);
                frame.Push(Array(frame) is { } referred ? Reference(frame, referred) : StackValue.Null);
                return true;
            case ILOpCode.Ldelem or (>= ILOpCode.Ldelem_i1 and <= ILOpCode.Ldelem_r8):
                Index(frame);
                var read = Named(frame);
                Element(frame, Array(frame), read, writes: false);
                frame.Push(StackValue.Of(read));
                return true;
            case ILOpCode.Ldelema:
                Index(frame);
                Address(frame);
                return true;
            case ILOpCode.Stelem_ref:
                var stored = frame.Pop(StackKind.Reference);
                Index(frame);
                if (Array(frame) is { } place)
                {
                    Reference(frame, place);
                    frame.Assign(stored, place, "element");
                }

                return true;
            case ILOpCode.Stelem or (>= ILOpCode.Stelem_i and <= ILOpCode.Stelem_r8):
                var written = Named(frame);
                frame.PopAs(written, "element");
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
        if (frame.Module.Type(frame) is not { } type)
        {
            frame.Push(default(StackValue));
            return;
        }

        if (type.IsByRefLike || type is ITypeParameter { AllowsRefLikeType: true } || type.Kind == TypeKind.ByReference)
        {
            frame.Report(FindingKind.RefStruct, $"newarr of {type.ReflectionName}");
        }

        frame.Push(new StackValue(StackKind.Reference, new ArrayType(frame.Module.Compilation, type)));
    }

    private static void Address(BodyFrame frame)
    {
        var type = frame.Module.Type(frame);
        var onlyReads = frame.Prefixes.Has(ILOpCode.Readonly);
        if (type is not null && Array(frame) is { } element && !StorageType.Same(element, type)
            && !(onlyReads && frame.Relations.IsElementOf(element, type)))
        {
            frame.Report(FindingKind.Operand, $"ldelema of {type.ReflectionName} in an array of {element.ReflectionName}");
        }

        frame.Push(type is null ? default : new StackValue(StackKind.ManagedPointer, type, onlyReads ? StackMarks.ReadOnly : StackMarks.None));
    }

    private static void Index(BodyFrame frame) => frame.Pop(StackKind.Int32, StackKind.NativeInt);

    /// <summary>Takes an array and answers what it has elements of; null where it is the null literal, or no array.</summary>
    private static IType? Array(BodyFrame frame)
    {
        var value = frame.Pop(StackKind.Reference);
        switch (value.Type)
        {
            case null:
                return null;
            case ArrayType { Dimensions: 1 } array:
                var element = StorageType.Plain(array.ElementType);
                return element.Kind == TypeKind.Unknown ? null : element;
            default:
                frame.Report(FindingKind.Operand, $"{frame.Instruction.OpCode} on {value}");
                return null;
        }
    }

    private static void Element(BodyFrame frame, IType? element, IType named, bool writes)
    {
        if (element is null || StorageType.Same(element, named) || frame.Relations.IsElementOf(element, named) && !writes
            || writes && frame.Relations.IsElementOf(named, element))
        {
            return;
        }

        frame.Report(FindingKind.Operand, $"{frame.Instruction.OpCode} of {named.ReflectionName} in an array of {element.ReflectionName}");
    }

    private static StackValue Reference(BodyFrame frame, IType element)
    {
        var value = StackValue.Of(element);
        if (value.Kind is StackKind.Reference or StackKind.Unknown)
        {
            return value;
        }

        frame.Report(FindingKind.Operand, $"{frame.Instruction.OpCode} on an array of {element.ReflectionName}");
        return default;
    }

    private static IType Named(BodyFrame frame) => frame.Instruction.OpCode switch
    {
        ILOpCode.Ldelem or ILOpCode.Stelem => frame.Module.Type(frame) ?? SpecialType.UnknownType,
        ILOpCode.Ldelem_i1 or ILOpCode.Ldelem_u1 or ILOpCode.Stelem_i1 => frame.Module.KnownType(KnownTypeCode.SByte),
        ILOpCode.Ldelem_i2 or ILOpCode.Ldelem_u2 or ILOpCode.Stelem_i2 => frame.Module.KnownType(KnownTypeCode.Int16),
        ILOpCode.Ldelem_i4 or ILOpCode.Ldelem_u4 or ILOpCode.Stelem_i4 => frame.Module.KnownType(KnownTypeCode.Int32),
        ILOpCode.Ldelem_i8 or ILOpCode.Stelem_i8 => frame.Module.KnownType(KnownTypeCode.Int64),
        ILOpCode.Ldelem_r4 or ILOpCode.Stelem_r4 => frame.Module.KnownType(KnownTypeCode.Single),
        ILOpCode.Ldelem_r8 or ILOpCode.Stelem_r8 => frame.Module.KnownType(KnownTypeCode.Double),
        _ => frame.Module.KnownType(KnownTypeCode.IntPtr),
    };
}
