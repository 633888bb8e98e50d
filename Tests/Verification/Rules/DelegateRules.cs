using System.Reflection.Metadata;
using ICSharpCode.Decompiler.TypeSystem;

namespace Tests.Verification.Rules;

/// <summary>Functions, and delegates made of them (ECMA-335, II.14.6).</summary>
internal static class DelegateRules
{
    public static void Function(BodyFrame frame, MethodUse use)
    {
        var marks = StackMarks.None;
        if (frame.Instruction.OpCode == ILOpCode.Ldvirtftn)
        {
            marks = StackMarks.Dispatched;
            var receiver = frame.Pop(StackKind.Reference);
            if (receiver.Type is { } type && !frame.Relations.IsAssignable(type, use.DeclaringType))
            {
                frame.Report(FindingKind.Receiver, $"{receiver} for {use}");
            }

            if (use.Method.IsStatic)
            {
                frame.Report(FindingKind.Static, $"ldvirtftn of the static {use}");
            }
        }
        else if (use.IsAbstract && frame.Prefixes.Constrained is null)
        {
            frame.Report(FindingKind.Abstract, $"ldftn of {use}");
        }

        frame.Push(new StackValue(StackKind.NativeInt, Marks: marks, Function: use.Method));
    }

    public static void Create(BodyFrame frame, MethodUse constructor)
    {
        var pointer = frame.Pop(StackKind.NativeInt);

        // Not used yet, and so perhaps an object under construction: that of a lambda in a field's initialiser which captures a parameter of a
        // primary constructor.
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

        if (pointer.Function is not { } function || type.GetDelegateInvokeMethod() is not { } invoke)
        {
            frame.Report(FindingKind.Delegate, $"{type.ReflectionName} over a value that is not a function");
            return;
        }

        var use = new MethodUse(function);
        if (!Fits(frame, new MethodUse(invoke), use, target))
        {
            frame.Report(FindingKind.Delegate, $"{type.ReflectionName} of {use} on {target}");
        }

        if (use.IsOverridable && !pointer.Is(StackMarks.Dispatched) && !target.Is(StackMarks.This) && target.Type?.IsReferenceType == true)
        {
            frame.Report(FindingKind.Dispatch, $"ldftn of {use} on {target}");
        }

        if (target.Type is { } receiver && !frame.Module.Visibility.SeesThrough(function, receiver))
        {
            frame.Report(FindingKind.Access, $"{use} of {target}");
        }
    }

    private static bool Fits(BodyFrame frame, MethodUse invoke, MethodUse function, StackValue target)
    {
        var relations = frame.Relations;
        var (asked, given) = (invoke.Parameters, function.Parameters);
        if (!invoke.ReturnType.Equals(function.ReturnType) && !relations.IsElementOf(function.ReturnType, invoke.ReturnType))
        {
            return false;
        }

        if (function.Method.IsStatic)
        {
            // Without a target, or with one that is the first argument.
            return given.Length == asked.Length
                ? target.Type is null && Take(asked, given)
                : given.Length == asked.Length + 1 && given[0].IsReferenceType == true
                    && (target.Type is null || relations.IsAssignable(target.Type, given[0])) && Take(asked, given.AsSpan(1));
        }

        // Null is an object of every class; that a delegate over it throws is another thing. It also stands for the object to come.
        return target.Type is { } type
            ? relations.IsAssignable(type, function.DeclaringType) && Take(asked, given)
            : Take(asked, given)
                || asked.Length == given.Length + 1 && relations.IsElementOf(asked[0], function.DeclaringType) && Take(asked.AsSpan(1), given);

        bool Take(ReadOnlySpan<IType> from, ReadOnlySpan<IType> to)
        {
            if (from.Length != to.Length)
            {
                return false;
            }

            for (var i = 0; i < from.Length; i++)
            {
                if (!relations.IsElementOf(from[i], to[i]))
                {
                    return false;
                }
            }

            return true;
        }
    }
}
