using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Reporting;

namespace PooledAwait.Fody.ContinueWith;

/// <summary>Lambdas that are passed to <c>ContinueWith</c> get what they capture as its state object.</summary>
internal sealed class ContinueWithRewrite(ModuleDefinition module, MemberUses uses, Scope scope, WeavingReport report)
{
    /// <summary>Recognises every call, then changes: who uses a closure class is read from bodies that no change has touched.</summary>
    public void Apply()
    {
        var change = new ContinueWithChange(module);
        foreach (var calls in Recognise().GroupBy(call => call.Caller))
        {
            report.AboutToChange(calls.Key, calls.SelectMany(call => call.Bodies));
            change.Apply(calls.Key, calls);
        }
    }

    private List<ContinueWithCall> Recognise()
    {
        var found = new List<ContinueWithCall>();
        var closures = new ClosureRecogniser(uses, report.Owners);
        foreach (var method in uses.MethodsWhere(member => member is MethodReference called && ContinueWithOverload.IsContinueWith(called)))
        {
            var calls = ContinueWithRecogniser.CallsIn(method).ToArray();
            if (calls.Length == 0)
            {
                continue;
            }

            var settings = scope.For(method);
            var recogniser = new ContinueWithRecogniser(method, closures);
            foreach (var call in calls)
            {
                var at = SourceLine.Of(method, call);
                if (settings.OutOfScope is { } outOfScope)
                {
                    report.LeftAlone(Rewrite.ContinueWith, method, outOfScope, at: at, saved: IfAllowed(recogniser, call));
                }
                else if (!settings.ContinueWith)
                {
                    report.LeftAlone(Rewrite.ContinueWith, method, Reason.SwitchedOff, at: at, saved: IfAllowed(recogniser, call));
                }
                else if (recogniser.Recognise(call) is var recognised && recognised.Value is { } value)
                {
                    found.Add(value);
                    report.Changed(Rewrite.ContinueWith, method, WhatIsPassed(value), at, Saved(value));
                }
                else
                {
                    report.LeftAlone(Rewrite.ContinueWith, method, recognised.Reason!, recognised.Detail, at);
                }
            }
        }

        return found;
    }

    /// <summary>What a call that the user does not want changed would save; null where it could not be changed anyway.</summary>
    private static BytesSaved? IfAllowed(ContinueWithRecogniser recogniser, Instruction call) =>
        recogniser.Recognise(call).Value is { } value ? Saved(value) : null;

    private static BytesSaved Saved(ContinueWithCall call) => new(
        Closure: call.Closure?.Classes.Sum(type => BytesSaved.ObjectHeader + BytesSaved.Reference * type.Fields.Count(field => !field.IsStatic)) ?? 0,
        Delegate: BytesSaved.OneDelegate);

    private static string WhatIsPassed(ContinueWithCall call) => call.Closure switch
    {
        { State: { } state } => $"The state is the captured {state.Name}; there is no closure object.",
        { } => "The lambda needs no more than its antecedent; there is no closure object.",
        null => "The state is the delegate's object.",
    };
}
