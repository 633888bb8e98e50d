using System.Reflection.Metadata;
using ICSharpCode.Decompiler.TypeSystem;

namespace Tests.Verification.Rules;

/// <summary>Calls, and objects made by constructors.</summary>
internal static class CallRules
{
    public static bool Verify(BodyFrame frame)
    {
        switch (frame.Instruction.OpCode)
        {
            case ILOpCode.Call or ILOpCode.Callvirt:
                if (Named(frame) is { } called)
                {
                    Call(frame, called);
                }

                return true;
            case ILOpCode.Newobj:
                if (Named(frame) is { } constructor)
                {
                    Create(frame, constructor);
                }

                return true;
            case ILOpCode.Calli:
                CallPointer(frame);
                return true;
            case ILOpCode.Ldftn or ILOpCode.Ldvirtftn:
                if (Named(frame) is { } function)
                {
                    DelegateRules.Function(frame, function);
                }

                return true;
            case ILOpCode.Jmp:
                frame.Report(FindingKind.VariableArguments, "jmp");
                return true;
            default:
                return false;
        }
    }

    private static MethodUse? Named(BodyFrame frame)
    {
        var use = frame.Module.Method(frame);
        if (use is null)
        {
            // What it takes and gives is not known, so nothing can be said of what follows.
            frame.IsLost = true;
        }

        return use;
    }

    private static void Call(BodyFrame frame, MethodUse use)
    {
        var virtually = frame.Instruction.OpCode == ILOpCode.Callvirt;
        var constrained = frame.Prefixes.Constrained;
        Arguments(frame, use);
        if (use.Method.IsStatic)
        {
            if (virtually)
            {
                frame.Report(FindingKind.Static, $"callvirt of the static {use}");
            }
        }
        else if (use.Method.Name == ".ctor" && use.DeclaringType.Kind != TypeKind.Array)
        {
            Construct(frame, use);
        }
        else
        {
            Receiver(frame, use, constrained);
        }

        if (use.IsAbstract && !virtually && constrained is null)
        {
            frame.Report(FindingKind.Abstract, $"call of {use}");
        }

        if (constrained is not null && !frame.Relations.IsAssignable(constrained, use.DeclaringType))
        {
            frame.Report(FindingKind.Receiver, $"{constrained.ReflectionName} for {use}");
        }

        frame.PushResult(use.ReturnType, use.Method.ReturnTypeIsRefReadOnly ? StackMarks.ReadOnly : StackMarks.None);
    }

    private static void Arguments(BodyFrame frame, MethodUse use)
    {
        for (var i = use.Parameters.Length - 1; i >= 0; i--)
        {
            if (use.Parameters[i].Kind == TypeKind.ArgList)
            {
                continue;
            }

            var value = frame.PopAs(use.Parameters[i], $"argument {i} of {use}", use.OnlyReads(i));
            if (value.Is(StackMarks.Local) && frame.Prefixes.Has(ILOpCode.Tail))
            {
                frame.Report(FindingKind.LocalEscapes, $"{value} as argument {i} of a tail call");
            }
        }
    }

    private static void Receiver(BodyFrame frame, MethodUse use, IType? constrained)
    {
        var receiver = frame.Used(frame.Pop());
        var declaring = use.DeclaringType;
        if (receiver.Kind == StackKind.Unknown || declaring.Kind == TypeKind.Unknown)
        {
            return;
        }

        // A struct's own method takes a pointer to it; one called through a constraint a pointer to what that names.
        var pointed = constrained ?? (declaring.IsReferenceType == false ? declaring : null);
        if (pointed is not null && receiver.Kind == StackKind.NativeInt)
        {
            frame.Report(FindingKind.PointerAccess, $"{use} through an unmanaged pointer");
            return;
        }

        var fits = pointed is not null
            ? receiver.Kind == StackKind.ManagedPointer && StorageType.Same(receiver.Type!, pointed)
            : receiver.Kind == StackKind.Reference && (receiver.Type is null || frame.Relations.IsAssignable(receiver.Type, declaring));
        if (!fits)
        {
            frame.Report(FindingKind.Receiver, $"{receiver} for {use}");
            return;
        }

        if (frame.Instruction.OpCode == ILOpCode.Call && constrained is null && use.IsOverridable && !receiver.Is(StackMarks.This)
            && receiver.Kind == StackKind.Reference && receiver.Type?.IsReferenceType == true)
        {
            frame.Report(FindingKind.Dispatch, $"call of {use} on {receiver}");
        }

        if (frame.Instruction.OpCode == ILOpCode.Callvirt && pointed is not null && constrained is null)
        {
            frame.Report(FindingKind.Dispatch, $"callvirt of {use}");
        }

        if (receiver is { Kind: StackKind.Reference, Type: { } type } && !frame.Module.Visibility.SeesThrough(use.Method, type))
        {
            frame.Report(FindingKind.Access, $"{use} of {receiver}");
        }
    }

    // A constructor that is called makes no object: it goes on with one that a constructor of this class got.
    private static void Construct(BodyFrame frame, MethodUse use)
    {
        var receiver = frame.Pop();
        if (use.DeclaringType.IsReferenceType == false)
        {
            if (receiver.Kind == StackKind.NativeInt)
            {
                frame.Report(FindingKind.PointerAccess, $"{use} through an unmanaged pointer");
            }
            else if (receiver.Kind != StackKind.Unknown
                && !(receiver.Kind == StackKind.ManagedPointer && StorageType.Same(receiver.Type!, use.DeclaringType)))
            {
                frame.Report(FindingKind.Receiver, $"{receiver} for {use}");
            }

            return;
        }

        var own = frame.DeclaringType;
        var isOwn = own.Equals(use.DeclaringType.GetDefinition());
        var isBase = own.DirectBaseTypes.Any(type => type.Kind != TypeKind.Interface && StorageType.Plain(type).Equals(use.DeclaringType));
        if (!receiver.Is(StackMarks.Uninitialised) || !isOwn && !isBase)
        {
            frame.Report(FindingKind.Constructor, $"call of {use} on {receiver}");
        }

        frame.Initialise();
    }

    private static void Create(BodyFrame frame, MethodUse use)
    {
        var type = use.DeclaringType;
        if (use.Method.IsStatic || use.Method.Name != ".ctor")
        {
            frame.Report(FindingKind.Constructor, $"newobj of {use}");
        }

        if (type.GetDefinition() is { IsAbstract: true } or { Kind: TypeKind.Interface })
        {
            frame.Report(FindingKind.Abstract, $"newobj of {use}");
        }

        if (type.Kind == TypeKind.Delegate && use.Parameters.Length == 2)
        {
            DelegateRules.Create(frame, use);
        }
        else
        {
            Arguments(frame, use);
        }

        frame.Push(StackValue.Of(type));
    }

    private static void CallPointer(BodyFrame frame)
    {
        frame.Report(FindingKind.FunctionPointer, "calli");
        if (frame.Module.Resolve(frame.Instruction.Operand) is not CallSite site)
        {
            frame.Report(FindingKind.Malformed, "the operand of calli is not a signature");
            frame.IsLost = true;
            return;
        }

        frame.Pop(StackKind.NativeInt);
        for (var i = site.Signature.ParameterTypes.Length - 1; i >= 0; i--)
        {
            frame.PopAs(site.Signature.ParameterTypes[i], $"argument {i} of a function pointer", onlyReads: true);
        }

        if (site.HasThis)
        {
            frame.Pop();
        }

        frame.PushResult(StorageType.Plain(site.Signature.ReturnType));
    }
}
