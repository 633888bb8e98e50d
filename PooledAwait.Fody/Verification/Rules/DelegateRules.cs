namespace PooledAwait.Fody.Verification;

/// <summary>Checks function pointers, and the creation of delegates from function pointers (ECMA-335, II.14.6).</summary>
internal static class DelegateRules
{
    /// <summary>Returns the Invoke method of a delegate type; null for any other type.</summary>
    public static MethodDefinition? InvokeOf(TypeDefinition type) =>
        DelegateType.Is(type) ? type.Methods.FirstOrDefault(method => method.Name == "Invoke") : null;

    public static void Function(BodyFrame frame, MethodUse use)
    {
        var marks = StackMarks.None;
        if (frame.Code == Code.Ldvirtftn)
        {
            marks = StackMarks.Dispatched;
            var receiver = frame.Pop(StackKind.Reference);
            if (receiver.Type is { } type && !frame.Assignability.IsAssignable(type, use.DeclaringType))
            {
                frame.Report(FindingKind.Receiver, $"{receiver} for {use}");
            }

            if (use.IsStatic)
            {
                frame.Report(FindingKind.Static, $"ldvirtftn of the static {use}");
            }
        }
        else if (use.IsAbstract && frame.Prefixes.Constrained == null)
        {
            frame.Report(FindingKind.Abstract, $"ldftn of {use}");
        }

        if (use.Definition is { } definition && definition.HasThis != use.Reference.HasThis)
        {
            frame.Report(FindingKind.Static, $"{frame.Code} of {use}, which is {(definition.IsStatic ? "" : "not ")}static");
        }

        frame.Push(new StackEntry(StackKind.NativeInt, Marks: marks, Function: use));
    }

    public static void Create(BodyFrame frame, MethodUse constructor, TypeDefinition definition)
    {
        var pointer = frame.Pop(StackKind.NativeInt);

        // Creating a delegate does not use the target, so the target may be an object under construction. For example, a lambda in a field's initialiser may
        // use a parameter of the primary constructor. The lambda's target is `this`, although the base constructor has not run yet.
        var target = frame.Pop();
        if (target.Kind is not (StackKind.Reference or StackKind.Unknown))
        {
            frame.Report(FindingKind.Operand, $"{frame.Instruction.OpCode} on {target}");
            return;
        }

        var type = constructor.DeclaringType;
        if (pointer.Kind == StackKind.Unknown || target.Kind == StackKind.Unknown)
        {
            return;
        }

        if (pointer.Function is not { } function)
        {
            frame.Report(FindingKind.Delegate, $"{type.FullName} over a value that is not a function");
            return;
        }

        if (!Fits(frame, type, InvokeOf(definition)!, function, target))
        {
            frame.Report(FindingKind.Delegate, $"{type.FullName} of {function} on {target}");
        }

        if (function.IsOverridable && !pointer.Is(StackMarks.Dispatched) && !target.Is(StackMarks.This) && target.Type != null && frame.Resolved.IsReference(target.Type) == true)
        {
            frame.Report(FindingKind.Dispatch, $"ldftn of {function} on {target}");
        }

        if (target.Type is { } receiver && function.Definition != null && !frame.Visibility.SeesThrough(function.Definition, receiver))
        {
            frame.Report(FindingKind.Access, $"{function} of {target}");
        }
    }

    private static bool Fits(BodyFrame frame, TypeReference type, MethodDefinition invoke, MethodUse function, StackEntry target)
    {
        var returned = TypeShape.Plain(TypeSubstitution.InstanceOf(type, invoke.ReturnType));
        TypeReference[] asked = [.. invoke.Parameters.Select(parameter => TypeShape.Plain(TypeSubstitution.InstanceOf(type, parameter.ParameterType)))];
        var given = function.Parameters;
        if (!frame.Same.Are(returned, function.ReturnType) && !frame.Assignability.IsElementOf(function.ReturnType, returned))
        {
            return false;
        }

        if (function.IsStatic)
        {
            // The delegate has no target, or a target that becomes the function's first argument.
            return given.Length == asked.Length
                ? target.Type == null && Take(frame, asked, 0, given, 0)
                : given.Length == asked.Length + 1 && frame.Resolved.IsReference(given[0]) != false
                    && (target.Type == null || frame.Assignability.IsAssignable(target.Type, given[0])) && Take(frame, asked, 0, given, 1);
        }

        // A null target fits every class, although the program then fails when it creates the delegate. A delegate with a null target may also be open: it then
        // gets the receiver as its first argument.
        return target.Type is { } own
            ? frame.Assignability.IsAssignable(own, function.DeclaringType) && Take(frame, asked, 0, given, 0)
            : Take(frame, asked, 0, given, 0)
                || (asked.Length == given.Length + 1 && frame.Assignability.IsElementOf(asked[0], function.DeclaringType) && Take(frame, asked, 1, given, 0));
    }

    private static bool Take(BodyFrame frame, TypeReference[] from, int firstFrom, TypeReference[] to, int firstTo)
    {
        if (from.Length - firstFrom != to.Length - firstTo)
        {
            return false;
        }

        for (var i = 0; i < from.Length - firstFrom; i++)
        {
            if (!frame.Assignability.IsElementOf(from[firstFrom + i], to[firstTo + i]))
            {
                return false;
            }
        }

        return true;
    }
}
