using Mono.Cecil;
using PooledAwait.Fody.Cil;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Reporting;
using PooledAwait.Fody.Reporting.Il;

namespace PooledAwait.Fody.Builders;

/// <summary>Async methods get pooled builders.</summary>
internal sealed class BuilderRewrite(ModuleDefinition module, MemberUses uses, Scope scope, WeavingReport report)
{
    /// <summary>The types in PooledAwait.Runtime that the woven code refers to.</summary>
    public static IEnumerable<string> RuntimeTypes => BuilderType.All.Select(builder => $"{RuntimeReference.Namespace}.{builder.Pooled}");

    /// <summary>Recognises every async method, then swaps: what a caller does is read from bodies that no swap has touched.</summary>
    public void Apply(Func<IMetadataScope> runtime)
    {
        var found = Recognise();
        if (found.Count == 0)
        {
            return;
        }

        var swap = new BuilderSwap(module, runtime());
        foreach (var method in found)
        {
            report.AboutToChange(method.KickOff, method.Bodies);
            report.Changed(Rewrite.Builders, method.KickOff, method.Builder.Kind.ToString(), saved: BuilderSavings.Of(method));
            swap.Apply(method);
        }
    }

    private List<AsyncMethod> Recognise()
    {
        var found = new List<AsyncMethod>();
        var recogniser = new AsyncMethodRecogniser(new BuilderUses(module, uses));
        foreach (var method in module.GetTypes().SelectMany(type => type.Methods))
        {
            if (recogniser.Recognise(method) is not { } recognised)
            {
                continue;
            }

            var settings = scope.For(method);
            if (settings.OutOfScope is { } outOfScope)
            {
                report.LeftAlone(Rewrite.Builders, method, outOfScope);
            }
            else if (recognised.Value is not { } async)
            {
                report.LeftAlone(Rewrite.Builders, method, recognised.Reason!, recognised.Detail);
            }
            else if (!settings.Builders.HasFlag(async.Builder.Kind))
            {
                report.LeftAlone(Rewrite.Builders, method, Reason.SwitchedOff);
            }
            else if (async.Builder.Kind == BuilderKinds.Task && StateMachineSize.Of(async.StateMachine) < settings.MinimumStateMachineSize)
            {
                report.LeftAlone(Rewrite.Builders, method, Reason.SmallStateMachine, $"About {StateMachineSize.Of(async.StateMachine)} bytes.");
            }
            else
            {
                found.Add(async);
            }
        }

        var ofValueTasks = found.Where(method => method.Builder.Kind == BuilderKinds.ValueTask).Select(method => method.KickOff);
        var callers = new VisibleCallers(module, uses, [.. ofValueTasks]);
        found.RemoveAll(method =>
        {
            if (callers.MisuseOf(method.KickOff) is not { } misuse)
            {
                return false;
            }

            report.LeftAlone(Rewrite.Builders, method.KickOff, misuse.Reason, Place(misuse));
            return true;
        });
        return found;
    }

    private string Place(Misuse misuse)
    {
        var line = SourceLine.Of(misuse.Caller, misuse.Call) is { } at ? $", {SourceLine.Text(at)}" : "";
        return $"In {IlToken.Name(MethodName.Of(misuse.Caller, report.Owners))}{line}.";
    }
}
