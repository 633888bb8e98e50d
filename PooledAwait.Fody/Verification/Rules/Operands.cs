namespace PooledAwait.Fody.Verification;

/// <summary>
/// Resolves the type or member that an instruction names. Checks that the type or member is visible, and has the type arguments that it needs.
/// </summary>
internal static class Operands
{
    /// <summary>Returns the type that the instruction names; null if the instruction names no type.</summary>
    public static TypeReference? Type(BodyFrame frame)
    {
        if (Named<TypeReference>(frame) is not { } named)
        {
            return null;
        }

        var type = TypeShape.Plain(named);
        Check(frame, type);
        return type;
    }

    /// <summary>Returns the field that the instruction names; null if the instruction names no field.</summary>
    public static FieldUse? Field(BodyFrame frame)
    {
        if (Named<FieldReference>(frame) is not { } field)
        {
            return null;
        }

        var definition = frame.Types.Members.Of(field);
        var declaring = TypeShape.Plain(field.DeclaringType);
        var use = new FieldUse(field, definition, declaring);
        if (definition == null && frame.Resolved.HasWholeAncestry(declaring))
        {
            frame.Report(FindingKind.Unresolved, $"{declaring.FullName}::{field.Name}");
            return use;
        }

        Check(frame, declaring);
        if (definition != null && !frame.Visibility.Sees(definition))
        {
            frame.Report(FindingKind.Access, $"{declaring.FullName}::{field.Name}");
        }

        return use;
    }

    /// <summary>Returns the method that the instruction names; null if the instruction names no method.</summary>
    public static MethodUse? Method(BodyFrame frame)
    {
        if (Named<MethodReference>(frame) is not { } method)
        {
            return null;
        }

        var use = frame.Types.UseOf(method);
        if (use.Definition == null && !use.IsOfArray && frame.Resolved.HasWholeAncestry(use.DeclaringType))
        {
            frame.Report(FindingKind.Unresolved, $"{use}");
            return use;
        }

        Check(frame, use.DeclaringType);
        // The instruction ldtoken may name a generic method without type arguments. F#'s quotations contain such instructions.
        var isOpen = frame.Code == Code.Ldtoken && use.Reference is not GenericInstanceMethod;
        if (!isOpen && frame.Types.Instantiations.Fault(use) is { } fault)
        {
            frame.Report(FindingKind.Instantiation, fault);
        }

        if (!use.IsOfArray && !frame.Visibility.Sees(use))
        {
            frame.Report(FindingKind.Access, $"{use}");
        }

        return use;
    }

    private static T? Named<T>(BodyFrame frame)
        where T : class
    {
        if (frame.Instruction.Operand is T named)
        {
            return named;
        }

        frame.Report(FindingKind.Malformed, $"the operand of {frame.Instruction.OpCode} is not a {typeof(T).Name}");
        return null;
    }

    private static void Check(BodyFrame frame, TypeReference type)
    {
        if (frame.Resolved.IsMissing(type))
        {
            frame.Report(FindingKind.Unresolved, type.FullName);
        }
        else if (frame.Code != Code.Ldtoken && frame.Types.Instantiations.Fault(type) is { } fault)
        {
            frame.Report(FindingKind.Instantiation, fault);
        }

        if (!frame.Visibility.Sees(type))
        {
            frame.Report(FindingKind.Access, type.FullName);
        }
    }
}
