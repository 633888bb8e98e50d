using System.Reflection.Metadata;
using ICSharpCode.Decompiler.TypeSystem;

namespace Tests.Verification.Rules;

/// <summary>Casts and boxes, exceptions, and typed references.</summary>
internal static class ObjectRules
{
    public static bool Verify(BodyFrame frame)
    {
        switch (frame.Instruction.OpCode)
        {
            case ILOpCode.Castclass or ILOpCode.Isinst:
                frame.Pop(StackKind.Reference);
                frame.Push(frame.Module.Type(frame) is { } cast ? Boxed(cast) : default);
                return true;
            case ILOpCode.Box:
                Box(frame);
                return true;
            case ILOpCode.Unbox:
                frame.Pop(StackKind.Reference);
                frame.Push(UnboxedType(frame) is { } unboxed ? new StackValue(StackKind.ManagedPointer, unboxed, StackMarks.ReadOnly) : default);
                return true;
            case ILOpCode.Unbox_any:
                frame.Pop(StackKind.Reference);
                frame.Push(frame.Module.Type(frame) is { } any ? StackValue.Of(any) : default);
                return true;
            case ILOpCode.Throw:
                frame.Pop(StackKind.Reference);
                frame.Clear();
                return true;
            case ILOpCode.Mkrefany:
                frame.Report(FindingKind.VariableArguments, "mkrefany");
                if (frame.Module.Type(frame) is { } referred)
                {
                    frame.PopAs(new ByReferenceType(referred), "typed reference");
                }

                frame.Push(frame.Module.KnownType(KnownTypeCode.TypedReference));
                return true;
            case ILOpCode.Refanytype:
                frame.PopAs(frame.Module.KnownType(KnownTypeCode.TypedReference), "typed reference");
                frame.Push(frame.Module.KnownType("System.RuntimeTypeHandle"));
                return true;
            case ILOpCode.Refanyval:
                frame.PopAs(frame.Module.KnownType(KnownTypeCode.TypedReference), "typed reference");
                frame.Push(frame.Module.Type(frame) is { } value ? new StackValue(StackKind.ManagedPointer, value) : default);
                return true;
            case ILOpCode.Arglist:
                frame.Report(FindingKind.VariableArguments, "arglist");
                frame.Push(frame.Module.KnownType("System.RuntimeArgumentHandle"));
                return true;
            default:
                return false;
        }
    }

    /// <summary>An object of a type, boxed where it is no class; a nullable struct leaves its content in the box.</summary>
    public static StackValue Boxed(IType type) =>
        new(StackKind.Reference, type.IsKnownType(KnownTypeCode.NullableOfT) ? StorageType.Plain(type.TypeArguments[0]) : type);

    private static void Box(BodyFrame frame)
    {
        if (frame.Module.Type(frame) is not { } type)
        {
            frame.Pop();
            frame.Push(default(StackValue));
            return;
        }

        if (type is not ITypeParameter && type.IsByRefLike)
        {
            frame.Report(FindingKind.RefStruct, $"box of {type.ReflectionName}");
        }

        var value = frame.Pop();
        if (!(type.IsReferenceType == true && type is ITypeParameter && value.Kind == StackKind.Reference))
        {
            frame.Assign(value, type, "boxed value");
        }
        else if (value.Type is not null && !frame.Relations.IsAssignable(value.Type, type))
        {
            // C# boxes what stands for a class twice now and then, which does nothing.
            frame.Report(FindingKind.Assignment, $"{value} as boxed value of type {type.ReflectionName}");
        }

        frame.Push(Boxed(type));
    }

    private static IType? UnboxedType(BodyFrame frame)
    {
        var type = frame.Module.Type(frame);
        if (type is not null && type.IsReferenceType == true)
        {
            frame.Report(FindingKind.Operand, $"unbox of the class {type.ReflectionName}");
        }

        return type;
    }
}
