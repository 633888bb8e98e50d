using PooledAwait.Fody.Rewrites.Builders;
using PooledAwait.Fody.Rewrites.DirectAwaits;
using PooledAwait.Fody.Rewrites.StateObjects;
using PooledAwait.Fody.Rewrites.TimedWaits;
using PooledAwait.Fody.Rewrites.WhenAny;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody;

/// <summary>
/// The steps of one weave, in their order. Each rewrite goes through all modules before the next rewrite begins. So a rewrite may read bodies that earlier
/// rewrites have changed.
/// </summary>
internal sealed class Recipe(WovenModules modules)
{
    private readonly List<InvokingTwins> _ofStates = [];
    private BuilderPlan? _builders;
    private ProgramTwins? _twins;
    private TwinBodies? _bodies;

    /// <summary>
    /// The second methods that were added so far, and the copies of the local functions that the second methods call. Each is paired with its original. (A
    /// second method does the same as a method of the user.)
    /// </summary>
    public IReadOnlyList<(MethodDefinition Method, MethodDefinition Twin)> Twins =>
    [
        .. _ofStates.SelectMany(made => made.Made),
        .. _twins?.Declared.Select(pair => (_ofStates.Aggregate(pair.Method, (method, made) => made.InPlaceOf(method)), pair.Twin)) ?? [],
        .. _bodies?.Copies ?? [],
    ];

    /// <summary>Runs the steps in order. The comment on each step gives the reason for its position.</summary>
    public void Weave()
    {
        TimedWaits();
        WhenAny();
        PlanBuilders();
        StateObjects();
        AwaitDirectlyAndSwapBuilders();
    }

    /// <summary>
    /// Runs before <see cref="WhenAny"/>, because that step would also change the calls of <c>Task.WhenAny</c> that have a delay as an argument. Runs before
    /// builders, because timed waits change the size of state machines. The size decides whether a pooled builder pays.
    /// </summary>
    public void TimedWaits() => TimedWaitRewrite.ApplyTo(modules);

    /// <summary>Runs before builders, because this step adds awaiters to state machines. The size of a machine decides whether a pooled builder pays.</summary>
    public void WhenAny()
    {
        foreach (var module in modules.All)
        {
            WhenAnyRewrite.ApplyTo(module);
        }
    }

    /// <summary>Runs before direct awaits, because the methods that can have a pooled builder determine which calls need no task.</summary>
    public void PlanBuilders()
    {
        _builders = BuilderPlan.Of(modules);
        foreach (var module in modules.All)
        {
            _builders.ChangeCallers(module);
        }
    }

    /// <summary>
    /// Runs before twins are made, because twins have copies of code. As long as there are no copies, each call is in the method that the user wrote. So the
    /// settings of that method apply to the call.
    /// </summary>
    public void StateObjects()
    {
        foreach (var module in modules.All)
        {
            _ofStates.Add(StateObjectRewrite.ApplyTo(module));
        }
    }

    /// <summary>
    /// Changes awaits before builders, because direct awaits change the size of state machines. The size decides whether a pooled builder pays. Twins get their
    /// code last, because a twin uses the same builder as its method.
    /// </summary>
    public void AwaitDirectlyAndSwapBuilders()
    {
        var analysis = new AnalysisPhase(modules);
        var plan = new TwinPlan(modules, _builders!.Poolable);
        var found = modules.All.Select(module => new DirectAwaitRewrite(modules, module, plan)).Select(rewrite => (Rewrite: rewrite, Findings: Driver.Find(rewrite))).ToList();
        foreach (var module in modules.All)
        {
            OutsideCalls.Report(modules, module);
        }

        var calls = found.SelectMany(one => DirectAwaitChange.InOrder(one.Findings)).ToList();
        analysis.End(calls.Select(call => call.Caller).Concat(plan.Forwarders));
        var twins = _twins = new ProgramTwins(modules, plan);
        foreach (var call in calls)
        {
            WeaveStep.About("the twins of a call", call.Caller, () => twins.Want(call.Call, call.Callee, call.Caller, call.Dispatch));
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
                WeaveStep.About("the awaits of a kept builder", kept, () => change.Unlink(kept));
            }

            module.Report.HasNewMembers = twins.AreIn(module.Definition);
        }

        _bodies = new TwinBodies(twins, plan);
        _bodies.Complete();
        _ofStates.ForEach(made => made.RemoveUncalled());
    }
}
