using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil.Images;
using PooledAwait.Fody.Compiled;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Reporting;

namespace PooledAwait.Fody.StateObjects;

/// <summary>Lambdas get what they capture as a state, in calls of the base library's methods that have an overload with one.</summary>
internal sealed class StateObjectRewrite(ModuleDefinition module, MemberUses uses, Scope scope, WeavingReport report)
{
    /// <summary>Recognises every call, then changes: who uses a closure class is read from bodies that no change has touched.</summary>
    public void Apply()
    {
        var change = new StateObjectChange(module);
        foreach (var calls in Recognise().GroupBy(call => call.Caller))
        {
            report.AboutToChange(calls.Key, calls.SelectMany(call => call.Bodies));
            change.Apply(calls.Key, calls);
        }
    }

    private List<StateObjectCall> Recognise()
    {
        var found = new List<StateObjectCall>();
        var closures = new ClosureRecogniser(uses, report.Owners);
        foreach (var method in uses.MethodsWhere(member => member is MethodReference called && StateMethod.Of(called) != null))
        {
            var calls = StateObjectRecogniser.CallsIn(method).ToArray();
            if (calls.Length == 0)
            {
                continue;
            }

            var settings = scope.For(method);
            var recogniser = new StateObjectRecogniser(method, closures);
            foreach (var call in calls)
            {
                var (at, which) = (SourceLine.Of(method, call), $"It is a call of {((MethodReference)call.Operand).Name}.");
                if (settings.OutOfScope is { } outOfScope)
                {
                    report.LeftAlone(Rewrite.StateObjects, method, outOfScope, at: at, saved: IfAllowed(recogniser, call));
                }
                else if (WhyOff(call, settings) is { } off)
                {
                    report.LeftAlone(Rewrite.StateObjects, method, off, which, at, IfAllowed(recogniser, call));
                }
                else if (recogniser.Recognise(call) is var recognised && recognised.Value is { } value)
                {
                    found.Add(value);
                    report.Changed(Rewrite.StateObjects, method, WhatIsPassed(value), at, Saved(value));
                }
                else
                {
                    report.LeftAlone(Rewrite.StateObjects, method, recognised.Reason!, which, at);
                }
            }
        }

        return found;
    }

    /// <summary>Why the user does not want a call changed; null where nothing speaks against it.</summary>
    private static Reason? WhyOff(Instruction call, MethodSettings settings)
    {
        var option = StateMethod.Of((MethodReference)call.Operand)!.Option;
        return settings.StateObjects.HasFlag(option) ? null
            : PooledStateObjectsExtensions.Default.HasFlag(option) ? Reason.SwitchedOff
            : Reason.ObservableState;
    }

    /// <summary>What a call that the user does not want changed would save; null where it could not be changed anyway.</summary>
    private static BytesSaved? IfAllowed(StateObjectRecogniser recogniser, Instruction call) =>
        recogniser.Recognise(call).Value is { } value ? Saved(value) : null;

    private static BytesSaved Saved(StateObjectCall call) => new(
        Closure: call.Closure?.Classes.Sum(type => BytesSaved.ObjectHeader + BytesSaved.Reference * type.Fields.Count(field => !field.IsStatic)) ?? 0,
        Delegate: BytesSaved.OneDelegate * call.Delegates.Count(made => made.Cache == null));

    private static string WhatIsPassed(StateObjectCall call)
    {
        var name = ((MethodReference)call.Call.Operand).Name;
        return call.Closure switch
        {
            { States: { Count: > 0 } states } =>
                $"{name} passes the captured {string.Join(", ", states.Select(state => GeneratedName.OfCaptured(state.Variable)))} as its state; there is no closure object.",
            { Lambdas.Count: 1 } => $"{name}: the lambda needs no more than its own parameter; there is no closure object.",
            { } => $"{name}: the lambdas need no more than their own parameters; there is no closure object.",
            null => $"{name} passes the delegate's object as its state.",
        };
    }
}
