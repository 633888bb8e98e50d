using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil.Images;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Reporting;

namespace PooledAwait.Fody.WhenAny;

/// <summary><c>Task.WhenAny</c> over a few tasks gets a specialised promise, or none at all where it is awaited.</summary>
internal sealed class WhenAnyRewrite(ModuleDefinition module, MemberUses uses, Scope scope, WeavingReport report)
{
    /// <summary>The types in PooledAwait.Runtime that the woven code refers to.</summary>
    public static IEnumerable<string> RuntimeTypes => SpecializedMethods.RuntimeTypes;

    /// <summary>Recognises the calls of each method, then changes them together.</summary>
    /// <param name="runtime">PooledAwait.Runtime.</param>
    /// <param name="reference">Gives the module's reference to it, and adds it where there is none.</param>
    public void Apply(AssemblyDefinition runtime, Func<IMetadataScope> reference)
    {
        var methods = new SpecializedMethods(module, runtime, reference);
        var change = new WhenAnyChange(module, runtime, methods);
        foreach (var method in uses.MethodsWhere(IsWhenAny).ToList())
        {
            if (Recognise(method, methods) is { Count: > 0 } found)
            {
                report.AboutToChange(method, [method]);
                change.Apply(method, found);
            }
        }
    }

    private List<WhenAnyCall> Recognise(MethodDefinition method, SpecializedMethods methods)
    {
        var found = new List<WhenAnyCall>();
        var calls = WhenAnyRecogniser.CallsIn(method).ToArray();
        if (calls.Length == 0)
        {
            return found;
        }

        var settings = scope.For(method);
        var recogniser = new WhenAnyRecogniser(method, methods);
        foreach (var call in calls)
        {
            var at = SourceLine.Of(method, call);
            if (settings.OutOfScope is { } outOfScope)
            {
                report.LeftAlone(Rewrite.WhenAny, method, outOfScope, at: at, saved: IfAllowed(recogniser, call));
            }
            else if (settings.WhenAny == PooledWhenAny.None)
            {
                report.LeftAlone(Rewrite.WhenAny, method, Reason.SwitchedOff, at: at, saved: IfAllowed(recogniser, call));
            }
            else if (recogniser.Recognise(call, settings.WhenAny) is var recognised && recognised.Value is { } value)
            {
                found.Add(value);
                report.Changed(Rewrite.WhenAny, method, WhatIsPassed(value), at, WhenAnySavings.Of(value));
            }
            else
            {
                report.LeftAlone(Rewrite.WhenAny, method, recognised.Reason!, recognised.Detail, at);
            }
        }

        return found;
    }

    /// <summary>What a call that the user does not want changed would save; null where it could not be changed anyway.</summary>
    private static BytesSaved? IfAllowed(WhenAnyRecogniser recogniser, Instruction call) =>
        recogniser.Recognise(call, PooledWhenAny.All).Value is { } value ? WhenAnySavings.Of(value) : null;

    private static bool IsWhenAny(MemberReference member) => member is MethodReference method && WhenAnyOverload.Of(method) != null;

    private static string WhatIsPassed(WhenAnyCall call) =>
        (call switch
        {
            { Array: { } array } => $"Its {array.Count} tasks are passed without an array",
            { Overload.Parameters: WhenAnyParameters.TwoTasks } => "Its 2 tasks are passed as they were",
            { Overload.Parameters: WhenAnyParameters.Array } => "Its array is passed as it was",
            _ => "Its span is passed as it was",
        }) + (call.Await == null ? "." : ", and it is awaited without a task.");
}
