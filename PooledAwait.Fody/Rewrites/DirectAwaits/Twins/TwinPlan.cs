using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Program;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>
/// Decides which methods can have a twin: a second version that returns a ValueTask. Also decides which virtual calls can reach a twin. All decisions are made
/// before the rewrite of direct awaits makes any twin or changes any body.
/// </summary>
/// <param name="modules">The modules that are woven together.</param>
/// <param name="poolable">The methods whose builder works for a twin, or can be replaced by such a builder.</param>
internal sealed class TwinPlan(WovenModules modules, PoolableMethods poolable)
{
    private readonly Dictionary<MethodDefinition, Forwarder> _forwarders = [];
    private readonly Dictionary<MethodDefinition, Refusal?> _whyNoTwin = [];
    private readonly Dictionary<ModuleDefinition, DispatchRecogniser> _dispatches = [];
    private readonly ReceiverTypes _receivers = new(modules.Program);

    /// <summary>Returns why a method cannot have a twin; null if it can.</summary>
    public Refusal? WhyNoTwin(MethodDefinition callee)
    {
        if (!_whyNoTwin.ContainsKey(callee))
        {
            Decide(callee);
        }

        return _whyNoTwin[callee];
    }

    /// <summary>Returns why a method cannot have a pooled builder. Returns null if the method can have one, or is not async.</summary>
    public Reason? WhyNoBuilder(MethodDefinition callee) => poolable.WhyNot(callee);

    /// <summary>Returns the sources of the tasks that a forwarder returns. Returns null if the method is async, or is not a forwarder.</summary>
    public Forwarder? ForwarderOf(MethodDefinition method) => _forwarders.TryGetValue(method, out var forwarder) ? forwarder : null;

    /// <summary>
    /// The forwarders, and the local functions that are copied for their twins. The weave needs the bodies of these methods after the plan is made: the plan
    /// refers to instructions of the forwarders, and the code of the local functions is copied later.
    /// </summary>
    public IEnumerable<MethodDefinition> Forwarders => _forwarders.Keys.Concat(_forwarders.Values.SelectMany(forwarder => forwarder.Copied));

    /// <summary>For a virtual call, finds the types in the program whose implementation of the called method has a twin.</summary>
    /// <param name="called">The called method, as the call refers to it.</param>
    /// <param name="slot">The virtual method that <paramref name="called"/> refers to.</param>
    public Recognised<Dispatch> DispatchOf(MethodReference called, MethodDefinition slot)
    {
        var settings = modules.SettingsOf(slot);
        return settings.OutOfScope == Reason.Ignored ? new Refusal(Reason.Ignored) { Detail = modules.NameOf(slot) }
            : !settings.DirectAwaits ? new Refusal(Reason.SwitchedOff) { Detail = modules.NameOf(slot) }
            : DispatchesFrom(called.Module).Recognise(called, slot);
    }

    private DispatchRecogniser DispatchesFrom(ModuleDefinition module)
    {
        if (!_dispatches.TryGetValue(module, out var dispatches))
        {
            _dispatches.Add(module, dispatches = new DispatchRecogniser(modules, module, _receivers, this));
        }

        return dispatches;
    }

    /// <summary>
    /// Decides about a method, and about all methods to which it forwards. These methods may form a cycle. At first, no forwarder counts as having a twin. A
    /// forwarder gets a twin as soon as its twin would not need at least one of the tasks that the forwarder returns, and none in
    /// <see cref="Forwarder.Exchanged"/>, unless <see cref="WhyNotNow"/> refuses the twin. Then the other forwarders are examined again, until nothing changes.
    /// So the methods of a cycle have twins only if one of these methods also returns a task from outside the cycle, and its twin does not need that task.
    /// </summary>
    private void Decide(MethodDefinition callee)
    {
        var open = new List<MethodDefinition>();
        var pending = new Stack<MethodDefinition>([callee]);
        while (pending.Count > 0)
        {
            var method = pending.Pop();
            if (_whyNoTwin.ContainsKey(method) || open.Contains(method))
            {
                continue;
            }

            var refusal = WeaveStep.About("the plan of a twin", method, () => WhyNotByItself(method));
            if (refusal != null || KickOff.Is(method))
            {
                Add(method, refusal ?? WhyNotNow(method));
            }
            else if (WeaveStep.About("a forwarder", method, () => ForwarderRecogniser.Recognise(modules.Program, method)) is var recognised && recognised.Value is not { } forwarder)
            {
                Add(method, recognised.Refusal);
            }
            else
            {
                _forwarders.Add(method, forwarder);
                open.Add(method);
                foreach (var task in forwarder.Returned.Where(task => task is { Callee: not null, Called: null }))
                {
                    pending.Push(task.Callee!);
                }
            }
        }

        while (open.FirstOrDefault(method => WhyOwnNeeded(method) == null && _forwarders[method].Returned.Any(task => WhyNeeded(method, task) == null)) is { } found)
        {
            open.Remove(found);
            Add(found, WhyNotNow(found));
        }

        // Goes through the list backwards, so that the methods to which a forwarder forwards are refused before the forwarder. The refusal of such a method can
        // then be the cause of the forwarder's refusal.
        for (var i = open.Count - 1; i >= 0; i--)
        {
            var method = open[i];
            var needed = _forwarders[method].Returned.Select(task => WhyNeeded(method, task)).OfType<Refusal>().ToList();
            Add(method, WhyOwnNeeded(method) ?? needed.FirstOrDefault(why => why.Because != null) ?? needed[needed.Count - 1]);
        }
    }

    /// <summary>
    /// Returns why a call in <see cref="Forwarder.Exchanged"/> cannot be replaced; null if all calls there can be replaced. The twin cannot make any of these
    /// calls itself, so it must replace all of them.
    /// </summary>
    private Refusal? WhyOwnNeeded(MethodDefinition forwarder) => _forwarders[forwarder].Exchanged.Select(task => WhyNeeded(forwarder, task)).FirstOrDefault(why => why != null);

    private void Add(MethodDefinition method, Refusal? refusal) => _whyNoTwin.Add(method, refusal == null ? null : refusal with { About = method });

    private Refusal? WhyNotByItself(MethodDefinition callee)
    {
        var settings = modules.SettingsOf(callee);
        return settings.OutOfScope is { } outOfScope ? outOfScope
            : !settings.DirectAwaits ? Reason.SwitchedOff
            : modules.Of(callee.Module).Scope.WhyNoSecondMethod(callee) is { } actedOn ? actedOn
            : SecondBody.IsGuarded(callee) ? Condition.Guarded.For(Reason.ActedOn, callee)
            : TrimmerDemands.OfItsPlace(callee) is { } demand ? demand
            : CallEffects.WhyNot(callee) is { } effect ? effect
            : callee.HasThis && new Remoting(callee.Module).ChangesContext(callee.DeclaringType) ? Condition.MayBeProxy.With(callee.DeclaringType)
            : callee.IsSynchronized ? Reason.Synchronized
            : RuntimeAsync.Is(callee) ? Reason.RuntimeAsync
            : !KickOff.Is(callee) ? null
            : KickOff.WhyNot(callee) ?? (poolable.Contains(callee) || KickOff.HasTwinsBuilder(callee) ? (Refusal?)null : Reason.CalleeKeepsTask);
    }

    /// <summary>Returns a refusal if a trimmer would warn about the method's twin, but does not warn about the method itself; otherwise null.</summary>
    private static Refusal? WhyNotNow(MethodDefinition callee) => TrimmerDemands.WarnOfTwinAlone(callee) ? TrimmerDemands.Demand(callee, Reason.TrimmerDemands) : null;

    /// <summary>Returns why the twin of a forwarder must make a task that the forwarder returns. Returns null if the twin does not need the task.</summary>
    private Refusal? WhyNeeded(MethodDefinition forwarder, ReturnedTask task)
    {
        if (task.Kind is ReturnedTaskKind.Result or ReturnedTaskKind.ValueTask)
        {
            return null;
        }

        if (task.Callee is not { } callee)
        {
            return task.Why;
        }

        if (task.Called is { } called)
        {
            return ReachesTwin(called, callee) ? null : Condition.ForwardsVirtually.With(forwarder, callee).At(forwarder, task.At);
        }

        return !_whyNoTwin.TryGetValue(callee, out var why) ? Needing(Condition.ForwardsInCircles.With(callee) with { About = callee })
            : why != null ? Needing(why)
            : null;

        Refusal Needing(Refusal because) => Condition.ForwardsToNeeding.With(forwarder, callee).At(forwarder, task.At) with { Because = because };
    }

    // Returns whether the call may reach an async implementation with a twin. Implementations that forward are ignored. A class often implements an interface
    // by forwarding to another object with the same interface. So a search through forwarders could return to its start.
    private bool ReachesTwin(MethodReference called, MethodDefinition callee) =>
        DispatchesFrom(called.Module).Implementations(called, callee).Any(reached => KickOff.Is(reached.Method) && WhyNoTwin(reached.Method) == null);
}
