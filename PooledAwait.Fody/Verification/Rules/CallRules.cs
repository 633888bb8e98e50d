namespace PooledAwait.Fody.Verification;

/// <summary>Checks calls, and the creation of objects.</summary>
internal static class CallRules
{
    public static bool Verify(BodyFrame frame)
    {
        switch (frame.Code)
        {
            case Code.Call or Code.Callvirt:
                if (Named(frame) is { } called)
                {
                    Call(frame, called);
                }

                return true;
            case Code.Newobj:
                if (Named(frame) is { } constructor)
                {
                    Create(frame, constructor);
                }

                return true;
            case Code.Calli:
                CallPointer(frame);
                return true;
            case Code.Ldftn or Code.Ldvirtftn:
                if (Named(frame) is { } function)
                {
                    DelegateRules.Function(frame, function);
                }

                return true;
            case Code.Jmp:
                frame.IsLost = true;
                return true;
            default:
                return false;
        }
    }

    private static MethodUse? Named(BodyFrame frame)
    {
        var use = Operands.Method(frame);

        // If the operand is not a method, or the method takes variable arguments, the number of arguments is unknown. So the code after the call cannot be
        // checked.
        frame.IsLost |= use == null || use.Reference.GetElementMethod().CallingConvention == MethodCallingConvention.VarArg;
        return frame.IsLost ? null : use;
    }

    private static void Call(BodyFrame frame, MethodUse use)
    {
        var virtually = frame.Code == Code.Callvirt;
        var constrained = frame.Prefixes.Constrained;
        Arguments(frame, use);
        if (use.Definition is { } definition && definition.HasThis != use.Reference.HasThis)
        {
            frame.Report(FindingKind.Static, $"{frame.Code} of {use}, which is {(definition.IsStatic ? "" : "not ")}static");
        }

        if (use.IsStatic)
        {
            if (virtually)
            {
                frame.Report(FindingKind.Static, $"callvirt of the static {use}");
            }
        }
        else if (use.IsConstructor && !use.IsOfArray)
        {
            Construct(frame, use);
        }
        else
        {
            Receiver(frame, use, constrained);
        }

        if (use.IsAbstract && !virtually && constrained == null)
        {
            frame.Report(FindingKind.Abstract, $"call of {use}");
        }

        if (constrained != null && !frame.Assignability.IsAssignable(constrained, use.DeclaringType))
        {
            frame.Report(FindingKind.Receiver, $"{constrained.FullName} for {use}");
        }

        frame.PushResult(use.ReturnType, use.OnlyReadsResult ? StackMarks.ReadOnly : StackMarks.None);
    }

    private static void Arguments(BodyFrame frame, MethodUse use)
    {
        for (var i = use.Parameters.Length - 1; i >= 0; i--)
        {
            var value = frame.Pop();
            frame.Assign(value, use.Parameters[i], Destination.Argument(i, use), !value.Is(StackMarks.ReadOnly) || use.OnlyReads(i));
            if (value.Is(StackMarks.Local) && frame.Prefixes.Has(Code.Tail))
            {
                frame.Report(FindingKind.LocalEscapes, $"{value} as argument {i} of a tail call");
            }
        }
    }

    private static void Receiver(BodyFrame frame, MethodUse use, TypeReference? constrained)
    {
        var receiver = frame.Used(frame.Pop());
        var declaring = use.DeclaringType;
        var isReference = frame.Resolved.IsReference(declaring);

        // A struct's own method takes a pointer to the struct. A constrained call takes a pointer to the type that the prefix names.
        var pointed = constrained ?? (isReference == false ? declaring : null);
        if (receiver.Kind == StackKind.Unknown || (isReference == null && constrained == null) || (pointed != null && receiver.Kind == StackKind.NativeInt))
        {
            return;
        }

        var fits = pointed != null
            ? receiver.Kind == StackKind.ManagedPointer && frame.Same.AreInMemory(receiver.Type!, pointed)
            : receiver.Kind == StackKind.Reference && (receiver.Type == null || frame.Assignability.IsAssignable(receiver.Type, declaring));
        if (!fits)
        {
            frame.Report(FindingKind.Receiver, $"{receiver} for {use}");
            return;
        }

        if (frame.Code == Code.Call && constrained == null && use.IsOverridable && !receiver.Is(StackMarks.This)
            && receiver is { Kind: StackKind.Reference, Type: { } own } && frame.Resolved.IsReference(own) == true)
        {
            frame.Report(FindingKind.Dispatch, $"call of {use} on {receiver}");
        }

        if (frame.Code == Code.Callvirt && pointed != null && constrained == null)
        {
            frame.Report(FindingKind.Dispatch, $"callvirt of {use}");
        }

        if (receiver is { Kind: StackKind.Reference, Type: { } type } && use.Definition != null && !frame.Visibility.SeesThrough(use.Definition, type))
        {
            frame.Report(FindingKind.Access, $"{use} of {receiver}");
        }
    }

    // Checks a constructor that is called directly, not by newobj. Such a call creates no object. It initialises a struct, or continues to construct the object
    // of the calling constructor.
    private static void Construct(BodyFrame frame, MethodUse use)
    {
        var receiver = frame.Pop();
        switch (frame.Resolved.IsReference(use.DeclaringType))
        {
            case null:
                // The type that declares the called constructor cannot be found, so this type is not the class whose code is checked. If the receiver is under
                // construction, the type must be the base class of the checked class.
                if (receiver.Is(StackMarks.Uninitialised))
                {
                    frame.Initialise();
                }

                return;
            case false:
                if (receiver.Kind is not (StackKind.Unknown or StackKind.NativeInt)
                    && !(receiver.Kind == StackKind.ManagedPointer && frame.Same.AreInMemory(receiver.Type!, use.DeclaringType)))
                {
                    frame.Report(FindingKind.Receiver, $"{receiver} for {use}");
                }

                return;
        }

        var own = frame.DeclaringType;
        var isOwn = own == use.Definition?.DeclaringType;
        var isBase = own.BaseType != null && frame.Same.Are(own.BaseType, use.DeclaringType);
        if (!receiver.Is(StackMarks.Uninitialised) || (!isOwn && !isBase))
        {
            frame.Report(FindingKind.Constructor, $"call of {use} on {receiver}");
        }

        frame.Initialise();
    }

    private static void Create(BodyFrame frame, MethodUse use)
    {
        var type = use.DeclaringType;
        if (!use.IsConstructor || use.Definition is { IsStatic: true })
        {
            frame.Report(FindingKind.Constructor, $"newobj of {use}");
        }

        var definition = frame.Resolved.Of(type);
        if (definition is { IsAbstract: true } or { IsInterface: true })
        {
            frame.Report(FindingKind.Abstract, $"newobj of {use}");
        }

        if (definition != null && DelegateRules.InvokeOf(definition) != null && use.Parameters.Length == 2)
        {
            DelegateRules.Create(frame, use, definition);
        }
        else
        {
            Arguments(frame, use);
        }

        frame.Push(type);
    }

    private static void CallPointer(BodyFrame frame)
    {
        if (frame.Instruction.Operand is not CallSite site)
        {
            frame.Report(FindingKind.Malformed, "the operand of calli is not a signature");
            frame.IsLost = true;
            return;
        }

        frame.Pop(StackKind.NativeInt);
        for (var i = site.Parameters.Count - 1; i >= 0; i--)
        {
            frame.PopAs(site.Parameters[i].ParameterType, Destination.Argument(i, "a function pointer"), onlyReads: true);
        }

        if (site is { HasThis: true, ExplicitThis: false })
        {
            frame.Pop();
        }

        frame.PushResult(TypeShape.Plain(site.ReturnType));
    }
}
