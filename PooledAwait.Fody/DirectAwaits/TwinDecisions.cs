using Mono.Cecil;
using PooledAwait.Fody.DirectAwaits.VirtualCalls;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Reporting;

namespace PooledAwait.Fody.DirectAwaits;

/// <summary>Decides which methods can have a twin, and which virtual calls can meet one.</summary>
/// <param name="scope">Where the module may be changed.</param>
/// <param name="report">Names methods.</param>
/// <param name="poolable">The kick-off methods that get a builder which serves twins, where they are asked to.</param>
internal sealed class TwinDecisions(Scope scope, WeavingReport report, IReadOnlyCollection<MethodDefinition> poolable)
{
    private readonly HashSet<MethodDefinition> _poolable = [.. poolable];
    private readonly Dictionary<MethodDefinition, Forwarder?> _forwarders = [];
    private readonly Dictionary<MethodDefinition, Reason?> _whyNoTwin = [];
    private readonly HashSet<MethodDefinition> _underWay = [];
    private bool _hasComeBack;
    private DispatchRecogniser? _dispatches;

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

        // Where another is still looked at, which it may have come back to, only what that cannot change is known.
        _hasComeBack &= _underWay.Count > 0;
        if (reason == null || !_hasComeBack)
        {
            _whyNoTwin.Add(callee, reason);
        }

        return reason;
    }

    /// <summary>What a method forwards; null where it can do without none of the tasks that it returns.</summary>
    public Forwarder? ForwarderOf(MethodDefinition method)
    {
        if (!_forwarders.TryGetValue(method, out var forwarder))
        {
            _forwarders.Add(method, forwarder = ForwarderRecogniser.Recognise(method));
        }

        return forwarder?.Returned.Any(CanDoWithout) == true ? forwarder : null;
    }

    /// <summary>Which types a virtual call may meet whose method has a twin.</summary>
    /// <param name="called">The method as the call names it.</param>
    /// <param name="slot">That method.</param>
    public Recognised<Dispatch> DispatchOf(MethodReference called, MethodDefinition slot)
    {
        var settings = scope.For(slot);
        return settings.OutOfScope == Reason.Ignored ? Recognised<Dispatch>.Not(Reason.Ignored, report.NameOf(slot))
            : !settings.DirectAwaits ? Recognised<Dispatch>.Not(Reason.SwitchedOff, report.NameOf(slot))
            : Dispatches.Recognise(called, slot);
    }

    private DispatchRecogniser Dispatches => _dispatches ??= new DispatchRecogniser(report.Module, WhyNoTwin, report.NameOf);

    private Reason? FindWhyNoTwin(MethodDefinition callee)
    {
        var settings = scope.For(callee);
        return settings.OutOfScope is { } outOfScope ? outOfScope
            : !settings.DirectAwaits ? Reason.SwitchedOff
            : callee.IsSynchronized ? Reason.Synchronized
            : RuntimeAsync.Is(callee) ? Reason.RuntimeAsync
            : KickOff.Is(callee) ? KickOff.WhyNot(callee) ?? (_poolable.Contains(callee) ? null : Reason.CalleeKeepsTask)
            : ForwarderOf(callee) != null ? null
            : Reason.NotForwarded;
    }

    // What virtual calls meet is not asked whether it forwards itself: what implements an interface often forwards to the same one.
    private bool CanDoWithout(ReturnedTask task) =>
        task.Kind == ReturnedTaskKind.Result ||
        task.Callee is { } callee && (task.Called is { } called
            ? Dispatches.Implementations(called, callee).Any(reached => KickOff.Is(reached.Method) && WhyNoTwin(reached.Method) == null)
            : WhyNoTwin(callee) == null);
}
