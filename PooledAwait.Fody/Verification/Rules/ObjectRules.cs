namespace PooledAwait.Fody.Verification;

/// <summary>Checks the instructions for casts, boxing, throw, typed references and argument lists.</summary>
internal static class ObjectRules
{
    public static bool Verify(BodyFrame frame)
    {
        switch (frame.Code)
        {
            case Code.Castclass or Code.Isinst:
                frame.Pop(StackKind.Reference);
                frame.Push(Operands.Type(frame) is { } cast ? Boxed(frame, cast) : default);
                return true;
            case Code.Box:
                Box(frame);
                return true;
            case Code.Unbox:
                frame.Pop(StackKind.Reference);
                frame.Push(Unboxed(frame) is { } unboxed ? new StackEntry(StackKind.ManagedPointer, unboxed, StackMarks.ReadOnly) : default);
                return true;
            case Code.Unbox_Any:
                frame.Pop(StackKind.Reference);
                frame.Push(Operands.Type(frame) is { } any ? frame.Resolved.ValueOf(any) : default);
                return true;
            case Code.Throw:
                frame.Pop(StackKind.Reference);
                frame.Clear();
                return true;
            case Code.Mkrefany or Code.Refanytype or Code.Refanyval:
                frame.Pop();
                frame.PushUnknown();
                return true;
            case Code.Arglist:
                frame.PushUnknown();
                return true;
            default:
                return false;
        }
    }

    /// <summary>
    /// Returns the stack entry for an object of a type. If the type is a struct, the object is a boxed value. A boxed <c>int?</c> is an object of type
    /// <c>int</c>, so the entry has the type argument of a nullable type.
    /// </summary>
    public static StackEntry Boxed(BodyFrame frame, TypeReference type)
    {
        var content = type is GenericInstanceType { ElementType: { Name: "Nullable`1", Namespace: "System" } } nullable ? TypeShape.Plain(nullable.GenericArguments[0]) : type;
        return frame.Resolved.IsReference(content) == null && content is not GenericParameter ? default : new StackEntry(StackKind.Reference, content);
    }

    private static void Box(BodyFrame frame)
    {
        if (Operands.Type(frame) is not { } type)
        {
            frame.Pop();
            frame.PushUnknown();
            return;
        }

        if (frame.Resolved.IsByRefLike(type))
        {
            frame.Report(FindingKind.RefStruct, $"box of {type.FullName}");
        }

        var value = frame.Pop();

        // C# sometimes boxes a value twice if its type is a type parameter that stands for a class. The second box then does nothing.
        if (!(type is GenericParameter && value.Kind == StackKind.Reference && frame.Resolved.IsReference(type) == true))
        {
            frame.Assign(value, type, "boxed value");
        }
        else if (value.Type != null && !frame.Assignability.IsAssignable(value.Type, type))
        {
            frame.Report(FindingKind.Assignment, $"{value} as boxed value of type {type.FullName}");
        }

        frame.Push(Boxed(frame, type));
    }

    private static TypeReference? Unboxed(BodyFrame frame)
    {
        var type = Operands.Type(frame);
        if (type is not (null or GenericParameter) && frame.Resolved.IsReference(type) == true)
        {
            frame.Report(FindingKind.Operand, $"unbox of the class {type.FullName}");
        }

        return type;
    }
}
