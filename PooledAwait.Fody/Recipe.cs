using Mono.Cecil;
using PooledAwait.Fody.Builders;
using PooledAwait.Fody.DirectAwaits;
using PooledAwait.Fody.Driving;
using PooledAwait.Fody.StateObjects;
using PooledAwait.Fody.Twins;
using PooledAwait.Fody.WhenAny;

namespace PooledAwait.Fody;

/// <summary>One weave: a rewrite goes through all modules before the next one begins, and sees the bodies as those before it left them.</summary>
internal sealed class Recipe(WovenModules modules)
{
    private readonly List<InvokingTwins> _ofStates = [];
    private BuilderPlan? _builders;

    /// <summary>The twins that were declared, and the local functions that were copied for them; empty before, and where none was wanted.</summary>
    public IReadOnlyList<(MethodDefinition Method, MethodDefinition Twin)> Twins { get; private set; } = [];

    /// <summary>Takes the steps in the order that their comments give reasons for.</summary>
    public void Weave()
    {
        WhenAny();
        PlanBuilders();
        StateObjects();
        AwaitDirectlyAndSwapBuilders();
    }

    /// <summary>First, because it puts awaiters into state machines, and by their size is decided which builders pay.</summary>
    public void WhenAny()
    {
        foreach (var module in modules.All)
        {
            WhenAnyRewrite.ApplyTo(module);
        }
    }

    /// <summary>Which methods can have a pooled builder decides which calls need no task.</summary>
    public void PlanBuilders()
    {
        _builders = BuilderPlan.Of(modules);
        foreach (var module in modules.All)
        {
            _builders.ChangeCallers(module);
        }
    }

    /// <summary>Before twins are made, which copy code: a call in such a method stays one call, with the settings of the method that it was written in.</summary>
    public void StateObjects()
    {
        foreach (var module in modules.All)
        {
            _ofStates.Add(StateObjectRewrite.ApplyTo(module));
        }
    }

    /// <summary>Direct awaits decide how large machines become, and so which builder fits; twins have the builder of the method beside them.</summary>
    public void AwaitDirectlyAndSwapBuilders()
    {
        var look = new Look(modules);
        var plan = new TwinPlan(modules, _builders!.Poolable);
        var found = modules.All.Select(module => new DirectAwaitRewrite(modules, module, plan)).Select(rewrite => (Rewrite: rewrite, Findings: Driver.Find(rewrite))).ToList();
        var calls = found.SelectMany(one => DirectAwaitChange.InOrder(one.Findings)).ToList();
        look.End(calls.Select(call => call.Caller).Concat(plan.Forwarders));
        var twins = new ProgramTwins(modules, plan);
        foreach (var call in calls)
        {
            twins.Want(call.Call, call.Callee, call.Caller, call.Dispatch);
        }

        var change = new DirectAwaitChange(twins, _builders!.Poolable);
        foreach (var (rewrite, findings) in found)
        {
            Driver.Change(rewrite, findings, change);
        }

        var kickOffs = twins.KickOffs;
        foreach (var module in modules.All)
        {
            foreach (var kept in _builders.Swap(module, kickOffs))
            {
                change.Unlink(kept);
            }

            module.Report.HasNewMembers = twins.AreIn(module.Definition);
        }

        var bodies = new TwinBodies(twins, plan);
        bodies.Complete();
        _ofStates.ForEach(made => made.RemoveUncalled());
        Twins = [.. _ofStates.SelectMany(made => made.Made), .. twins.Declared, .. bodies.Copies];
    }
}
