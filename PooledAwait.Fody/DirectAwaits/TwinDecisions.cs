using Mono.Cecil;
using PooledAwait.Fody.DirectAwaits.VirtualCalls;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Reporting;

namespace PooledAwait.Fody.DirectAwaits;

/// <summary>Decides which methods can have a twin, and which virtual calls can meet one.</summary>
/// <param name="program">What is woven together.</param>
/// <param name="settingsOf">What may be done in a method.</param>
/// <param name="nameOf">A method's name as the report tells it.</param>
/// <param name="poolable">The kick-off methods that get a builder which serves twins, where they are asked to.</param>
internal sealed class TwinDecisions(
    WovenProgram program, Func<MethodDefinition, MethodSettings> settingsOf, Func<MethodDefinition, string> nameOf, IEnumerable<MethodDefinition> poolable)
{
    private readonly HashSet<MethodDefinition> _poolable = [.. poolable];
    private readonly Dictionary<MethodDefinition, Forwarder?> _forwarders = [];
    private readonly Dictionary<MethodDefinition, Reason?> _whyNoTwin = [];
    private readonly HashSet<MethodDefinition> _underWay = [];
    private bool _hasComeBack;
    private readonly Dictionary<ModuleDefinition, DispatchRecogniser> _dispatches = [];

    /// <summary>Why a method cannot have a twin; null where it can.</summary>
    public Reason? WhyNoTwin(MethodDefinition callee)
    {
        if (_whyNoTwin.TryGetValue(callee, out var reason))
        {
            return reason;
        }

        // What comes back to itself while it is looked at forwards to nothing by that way.
        if (!_underWay.Add(callee))
        {
            _hasComeBack = true;
            return Reason.NotForwarded;
        }

        reason = FindWhyNoTwin(callee);
        _underWay.Remove(callee);

        // Where it came back to a method that is still looked at, its own "no" may yet become a "yes", and is not kept.
        _hasComeBack &= _underWay.Count > 0;
        if (reason == null || !_hasComeBack)
        {
            _whyNoTwin.Add(callee, reason);
        }

        return reason;
    }

    /// <summary>What a method forwards; null where all the tasks that it returns have to be made.</summary>
    public Forwarder? ForwarderOf(MethodDefinition method)
    {
        if (!_forwarders.TryGetValue(method, out var forwarder))
        {
            _forwarders.Add(method, forwarder = ForwarderRecogniser.Recognise(program, method));
        }

        return forwarder?.Returned.Any(CanDoWithout) == true ? forwarder : null;
    }

    /// <summary>Which types a virtual call may meet whose method has a twin.</summary>
    /// <param name="called">The method as the call names it.</param>
    /// <param name="slot">That method.</param>
    public Recognised<Dispatch> DispatchOf(MethodReference called, MethodDefinition slot)
    {
        var settings = settingsOf(slot);
        return settings.OutOfScope == Reason.Ignored ? Recognised<Dispatch>.Not(Reason.Ignored, nameOf(slot))
            : !settings.DirectAwaits ? Recognised<Dispatch>.Not(Reason.SwitchedOff, nameOf(slot))
            : DispatchesFrom(called.Module).Recognise(called, slot);
    }

    private DispatchRecogniser DispatchesFrom(ModuleDefinition module)
    {
        if (!_dispatches.TryGetValue(module, out var dispatches))
        {
            _dispatches.Add(module, dispatches = new DispatchRecogniser(program, module, WhyNoTwin, nameOf));
        }

        return dispatches;
    }

    private Reason? FindWhyNoTwin(MethodDefinition callee) =>
        WhyNotCallable(callee) ?? (TrimmerDemands.WarnOfTwinAlone(callee) ? Reason.TrimmerDemands : null);

    private Reason? WhyNotCallable(MethodDefinition callee)
    {
        var settings = settingsOf(callee);
        return settings.OutOfScope is { } outOfScope ? outOfScope
            : !settings.DirectAwaits ? Reason.SwitchedOff
            : callee.IsSynchronized ? Reason.Synchronized
            : RuntimeAsync.Is(callee) ? Reason.RuntimeAsync
            : KickOff.Is(callee) ? KickOff.WhyNot(callee) ?? (_poolable.Contains(callee) || KickOff.HasTwinsBuilder(callee) ? null : Reason.CalleeKeepsTask)
            : ForwarderOf(callee) != null ? null
            : Reason.NotForwarded;
    }

    // What virtual calls meet is not asked whether it forwards itself: what implements an interface often forwards to the same one.
    private bool CanDoWithout(ReturnedTask task) =>
        task.Kind == ReturnedTaskKind.Result ||
        task.Callee is { } callee && (task.Called is { } called
            ? DispatchesFrom(called.Module).Implementations(called, callee).Any(reached => KickOff.Is(reached.Method) && WhyNoTwin(reached.Method) == null)
            : WhyNoTwin(callee) == null);
}
