using System.Reflection.Metadata;
using ICSharpCode.Decompiler.TypeSystem;

namespace Tests.Verification.Rules;

/// <summary>Fields of objects, of structs and of types.</summary>
internal static class FieldRules
{
    public static bool Verify(BodyFrame frame)
    {
        switch (frame.Instruction.OpCode)
        {
            case ILOpCode.Ldfld:
                if (Instance(frame) is { } read)
                {
                    Owner(frame, read);
                    frame.Push(Value(read));
                }

                return true;
            case ILOpCode.Ldflda:
                if (Instance(frame) is { } addressed)
                {
                    var owner = Owner(frame, addressed);
                    frame.Push(Address(frame, addressed, owner.Marks & (StackMarks.ReadOnly | StackMarks.Local)));
                }

                return true;
            case ILOpCode.Stfld:
                if (Instance(frame) is { } written)
                {
                    Store(frame, written);
                    var target = Owner(frame, written);
                    if (target.Is(StackMarks.ReadOnly))
                    {
                        frame.Report(FindingKind.ReadOnly, $"stfld through {target}");
                    }
                }

                return true;
            case ILOpCode.Ldsfld:
                if (Static(frame) is { } loaded)
                {
                    frame.Push(Value(loaded));
                }

                return true;
            case ILOpCode.Ldsflda:
                if (Static(frame) is { } place)
                {
                    frame.Push(Address(frame, place, StackMarks.None));
                }

                return true;
            case ILOpCode.Stsfld:
                if (Static(frame) is { } stored)
                {
                    Store(frame, stored);
                }

                return true;
            default:
                return false;
        }
    }

    private static StackValue Value(IField field) =>
        StackValue.Of(field.ReturnType).With(field.ReturnTypeIsRefReadOnly ? StackMarks.ReadOnly : StackMarks.None);

    private static StackValue Address(BodyFrame frame, IField field, StackMarks inherited)
    {
        var type = StorageType.Plain(field.ReturnType);
        if (type.Kind == TypeKind.Unknown)
        {
            return default;
        }

        // A field of an object lies where the object does; that of a struct where the struct does.
        var marks = field.DeclaringTypeDefinition?.IsReferenceType == true ? StackMarks.None : inherited;
        return type.Kind == TypeKind.ByReference
            ? StackValue.Of(type)
            : new StackValue(
                StackKind.ManagedPointer, type, marks | (field.IsReadOnly && !MayInitialise(frame, field) ? StackMarks.ReadOnly : StackMarks.None));
    }

    private static void Store(BodyFrame frame, IField field)
    {
        frame.PopAs(field.ReturnType, $"field {field.Name}", field.ReturnTypeIsRefReadOnly);
        if (field.IsReadOnly && !MayInitialise(frame, field))
        {
            frame.Report(FindingKind.InitOnly, $"{frame.Instruction.OpCode} {field.DeclaringType!.ReflectionName}::{field.Name}");
        }
    }

    private static bool MayInitialise(BodyFrame frame, IField field) =>
        field.MemberDefinition.DeclaringTypeDefinition!.Equals(frame.DeclaringType)
        && (field.IsStatic ? frame.Method.Name == ".cctor" : frame.Method.Name == ".ctor" || frame.Method.IsInitOnly);

    private static IField? Instance(BodyFrame frame)
    {
        var field = Named(frame);
        if (field is { IsStatic: true })
        {
            frame.Report(FindingKind.Static, $"{frame.Instruction.OpCode} of the static field {field.Name}");
        }

        return field;
    }

    private static IField? Static(BodyFrame frame)
    {
        var field = Named(frame);
        if (field is { IsStatic: false } && field.DeclaringType?.Kind != TypeKind.Unknown && !field.MemberDefinition.MetadataToken.IsNil)
        {
            frame.Report(FindingKind.Static, $"{frame.Instruction.OpCode} of the instance field {field.Name}");
        }

        return field;
    }

    private static IField? Named(BodyFrame frame)
    {
        var field = frame.Module.Field(frame);
        if (field is null)
        {
            // The number of values it takes and gives does not depend on what it names.
            var (takes, gives) = frame.Instruction.OpCode switch
            {
                ILOpCode.Ldfld or ILOpCode.Ldflda => (1, 1),
                ILOpCode.Stfld => (2, 0),
                ILOpCode.Stsfld => (1, 0),
                _ => (0, 1),
            };
            for (var i = 0; i < takes; i++)
            {
                frame.Pop();
            }

            if (gives == 1)
            {
                frame.Push(default(StackValue));
            }
        }

        return field;
    }

    /// <summary>Takes what has the field.</summary>
    private static StackValue Owner(BodyFrame frame, IField field)
    {
        var owner = frame.Pop();
        var declaring = StorageType.Plain(field.DeclaringType!);
        var fits = owner.Kind switch
        {
            StackKind.Unknown => true,
            StackKind.Reference when declaring.IsReferenceType != false => owner.Type is null || frame.Relations.IsAssignable(owner.Type, declaring),
            StackKind.Value => frame.Instruction.OpCode == ILOpCode.Ldfld && owner.Type!.Equals(declaring),
            StackKind.ManagedPointer => declaring.IsReferenceType != true && StorageType.Same(owner.Type!, declaring),
            StackKind.NativeInt => Unmanaged(),

            // Numbers have one field, in which the base library keeps them.
            _ => frame.Instruction.OpCode == ILOpCode.Ldfld && StackValue.Of(declaring).Kind == owner.Kind,
        };
        if (!fits)
        {
            frame.Report(FindingKind.Receiver, $"{owner} for {declaring.ReflectionName}::{field.Name}");
        }

        // A constructor may use its own fields first: those of primary constructors do.
        if (owner.Is(StackMarks.Uninitialised) && !frame.DeclaringType.Equals(field.DeclaringTypeDefinition))
        {
            frame.Report(FindingKind.Uninitialised, $"{frame.Instruction.OpCode} {declaring.ReflectionName}::{field.Name}");
        }

        if (owner is { Kind: StackKind.Reference, Type: { } type } && !frame.Module.Visibility.SeesThrough(field, type))
        {
            frame.Report(FindingKind.Access, $"{declaring.ReflectionName}::{field.Name} of {owner}");
        }

        return owner;

        bool Unmanaged()
        {
            frame.Report(FindingKind.PointerAccess, $"{frame.Instruction.OpCode} through an unmanaged pointer");
            return declaring.IsReferenceType != true;
        }
    }
}
