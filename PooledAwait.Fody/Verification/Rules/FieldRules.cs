namespace PooledAwait.Fody.Verification;

/// <summary>Checks the use of instance fields and static fields.</summary>
internal static class FieldRules
{
    public static bool Verify(BodyFrame frame)
    {
        var code = frame.Code;
        if (code is not (>= Code.Ldfld and <= Code.Stsfld))
        {
            return false;
        }

        if (Operands.Field(frame) is not { } field)
        {
            frame.IsLost = true;
            return true;
        }

        var isStatic = code is Code.Ldsfld or Code.Ldsflda or Code.Stsfld;
        if (field.Definition is { } definition && definition.IsStatic != isStatic)
        {
            frame.Report(FindingKind.Static, $"{frame.Instruction.OpCode} of {field}, which is {(definition.IsStatic ? "" : "not ")}static");
        }

        switch (code)
        {
            case Code.Ldfld:
                Owner(frame, field);
                frame.Push(Value(frame, field));
                break;
            case Code.Ldflda:
                var owner = Owner(frame, field);
                frame.Push(Address(frame, field, owner.Marks & (StackMarks.ReadOnly | StackMarks.Local)));
                break;
            case Code.Stfld:
                Store(frame, field);
                var target = Owner(frame, field);
                if (target.Is(StackMarks.ReadOnly))
                {
                    frame.Report(FindingKind.ReadOnly, $"stfld through {target}");
                }

                break;
            case Code.Ldsfld:
                frame.Push(Value(frame, field));
                break;
            case Code.Ldsflda:
                frame.Push(Address(frame, field, StackMarks.None));
                break;
            case Code.Stsfld:
                Store(frame, field);
                break;
        }

        return true;
    }

    private static StackEntry Value(BodyFrame frame, FieldUse field) =>
        frame.Resolved.ValueOf(field.Type).With(field.OnlyReads ? StackMarks.ReadOnly : StackMarks.None);

    private static StackEntry Address(BodyFrame frame, FieldUse field, StackMarks inherited)
    {
        // The field of a class is in the object, so the marks of the reference do not matter. The field of a struct is part of the struct, so the field's
        // address inherits the marks of the struct's address.
        var marks = frame.Resolved.IsReference(field.DeclaringType) == true ? StackMarks.None : inherited;
        var type = TypeShape.Plain(field.Type);
        return type is ByReferenceType
            ? frame.Resolved.ValueOf(type)
            : new StackEntry(StackKind.ManagedPointer, type, marks | (field.IsInitOnly && !MayInitialise(frame, field) ? StackMarks.ReadOnly : StackMarks.None));
    }

    private static void Store(BodyFrame frame, FieldUse field)
    {
        frame.PopAs(field.Type, new Destination("field", Of: field.Reference.Name), field.OnlyReads);
        if (field.IsInitOnly && !MayInitialise(frame, field))
        {
            frame.Report(FindingKind.InitOnly, $"{frame.Instruction.OpCode} {field}");
        }
    }

    private static bool MayInitialise(BodyFrame frame, FieldUse field) =>
        field.Definition!.DeclaringType == frame.DeclaringType
        && (field.Definition.IsStatic ? frame.Method.Name == ".cctor" : frame.Method.Name == ".ctor" || IsInit(frame.Method.ReturnType));

    private static bool IsInit(TypeReference returned)
    {
        for (; returned is IModifierType modified; returned = modified.ElementType)
        {
            if (modified.ModifierType is { Name: "IsExternalInit" })
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Pops the owner of the field (an object, a struct or a pointer to a struct), and checks the owner.</summary>
    private static StackEntry Owner(BodyFrame frame, FieldUse field)
    {
        var owner = frame.Pop();
        var declaring = field.DeclaringType;
        var isReference = frame.Resolved.IsReference(declaring);
        var fits = isReference == null || owner.Kind switch
        {
            StackKind.Unknown or StackKind.NativeInt => true,
            StackKind.Reference when isReference == true => owner.Type == null || frame.Assignability.IsAssignable(owner.Type, declaring),
            StackKind.Reference => false,
            StackKind.Value => frame.Code == Code.Ldfld && frame.Same.Are(owner.Type!, declaring),
            StackKind.ManagedPointer => isReference == false && frame.Same.AreInMemory(owner.Type!, declaring),

            // A number may have a field, because the base library declares each number type as a struct with a field that contains the number.
            _ => frame.Code == Code.Ldfld && frame.Resolved.ValueOf(declaring).Kind == owner.Kind,
        };
        if (!fits)
        {
            frame.Report(FindingKind.Receiver, $"{owner} for {field}");
        }

        // A constructor may use the fields of its class before it calls the base's constructor. Primary constructors do so.
        if (owner.Is(StackMarks.Uninitialised) && field.Definition?.DeclaringType != frame.DeclaringType)
        {
            frame.Report(FindingKind.Uninitialised, $"{frame.Instruction.OpCode} {field}");
        }

        if (owner is { Kind: StackKind.Reference, Type: { } type } && field.Definition != null && !frame.Visibility.SeesThrough(field.Definition, type))
        {
            frame.Report(FindingKind.Access, $"{field} of {owner}");
        }

        return owner;
    }
}
