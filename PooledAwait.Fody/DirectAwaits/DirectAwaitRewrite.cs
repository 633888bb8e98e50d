using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Awaits;
using PooledAwait.Fody.Cil;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Reporting;

namespace PooledAwait.Fody.DirectAwaits;

/// <summary>A task that is awaited where it is returned is never made: the call goes to a twin of the method, which returns a ValueTask.</summary>
/// <param name="module">What is woven.</param>
/// <param name="uses">Who names what in it.</param>
/// <param name="scope">Where it may be changed.</param>
/// <param name="report">Is told every decision.</param>
/// <param name="poolable">The kick-off methods that get a builder which serves twins, where this rewrite asks for it.</param>
internal sealed class DirectAwaitRewrite(
    ModuleDefinition module, MemberUses uses, Scope scope, WeavingReport report, IReadOnlyCollection<MethodDefinition> poolable)
{
    private readonly HashSet<MethodDefinition> _poolable = [.. poolable];
    private readonly Dictionary<MethodDefinition, Forwarder?> _forwarders = [];
    private readonly Dictionary<MethodDefinition, Reason?> _whyNoTwin = [];
    private readonly HashSet<MethodDefinition> _underWay = [];
    private bool _hasComeBack;
    private Twins? _twins;

    /// <summary>The types in PooledAwait.Runtime that the woven code refers to.</summary>
    public static IEnumerable<string> RuntimeTypes =>
        [.. Twins.RuntimeTypes, $"{RuntimeReference.Namespace}.{KickOff.Builder}", $"{RuntimeReference.Namespace}.{KickOff.Builder}`1"];

    /// <summary>The kick-off methods that have a twin.</summary>
    public ICollection<MethodDefinition> KickOffs => _twins?.KickOffs ?? [];

    /// <summary>Recognises the calls of each method, then changes them together.</summary>
    /// <param name="runtime">PooledAwait.Runtime.</param>
    /// <param name="reference">Gives the module's reference to it, and adds it where there is none.</param>
    public void Apply(AssemblyDefinition runtime, Func<IMetadataScope> reference)
    {
        ValueTaskReferences? types = null;
        foreach (var method in uses.MethodsWhere(member => TaskCallRecogniser.IsTaskMethod(member, module)).Where(AwaitRecogniser.Awaits).ToList())
        {
            if (RecogniseIn(method) is not { Count: > 0 } calls)
            {
                continue;
            }

            types ??= ValueTaskReferences.In(module, calls[0].Callee.ReturnType.GetElementType(), runtime);
            _twins ??= new Twins(module, types, reference, callee => WhyNoTwin(callee) == null, ForwarderOf);
            Apply(calls, _twins, types);
        }
    }

    /// <summary>Gives the twins of kick-off methods their code, once those have the builder that serves both.</summary>
    public void Complete() => _twins?.Complete();

    private void Apply(IReadOnlyList<TaskCall> calls, Twins twins, ValueTaskReferences types)
    {
        var caller = calls[0].Caller;
        report.AboutToChange(caller, [caller]);
        using var editor = new BodyEditor(caller);
        var change = new AwaitChange(editor, types);
        foreach (var call in calls)
        {
            change.Apply(call.Call, call.Await, call.Result, twins.Call(call.Call, twins.Of(call.Callee, caller)!));
            report.Changed(
                Rewrite.DirectAwaits, caller, $"The task of {report.NameOf(call.Callee)} is not made.", call.At, new BytesSaved(Task: BytesSaved.OneTask));
        }

        change.RemoveUnusedFields();
    }

    private List<TaskCall> RecogniseIn(MethodDefinition method)
    {
        var calls = new List<TaskCall>();
        var settings = scope.For(method);
        var isOff = settings.OutOfScope ?? (settings.DirectAwaits ? null : Reason.SwitchedOff);
        var recogniser = isOff == null ? new TaskCallRecogniser(method) : null;
        foreach (var call in TaskCallRecogniser.CallsIn(method).ToList())
        {
            // What is not to be changed is not followed, which takes time: whether it is awaited at all stays open.
            if ((recogniser == null ? isOff! : recogniser.Recognise(call)) is not { } recognised)
            {
                continue;
            }

            var at = SourceLine.Of(method, call);
            if (recognised.Value is not { } found)
            {
                report.LeftAlone(Rewrite.DirectAwaits, method, recognised.Reason!, recognised.Detail, at, IfAwaited(call, recognised.Reason!));
            }
            else if (WhyNoTwin(found.Callee) is { } reason)
            {
                report.LeftAlone(
                    Rewrite.DirectAwaits, method, reason, Detail(reason, found.Callee), at, IfItHadATwin(found.Callee, reason), new Cause(found.Callee));
            }
            else
            {
                calls.Add(found with { At = at });
            }
        }

        return calls;
    }

    /// <summary>What a call would save whose task was awaited where it is returned; null where more is in the way, or that is not known.</summary>
    private BytesSaved? IfAwaited(Instruction call, Reason reason) =>
        (reason == Reason.TaskKept || reason == Reason.TaskUsedOtherwise || reason == Reason.AwaitOptions) &&
        ((MethodReference)call.Operand).Resolve() is { } callee && KickOff.Is(callee) && ExactCall.Reaches(call, callee) && WhyNoTwin(callee) == null
            ? new BytesSaved(Task: BytesSaved.OneTask)
            : null;

    /// <summary>What the call of a method without a twin would save if it had one; null where there is no task to save, or that is not known.</summary>
    private BytesSaved? IfItHadATwin(MethodDefinition callee, Reason reason) =>
        KickOff.Is(callee) && reason != Reason.ClassMachine && MakesTasks(callee) ? new BytesSaved(Task: BytesSaved.OneTask) : null;

    /// <summary>Whether an async method is known to make tasks: it comes to an await, or has a result. One that does neither has the one completed task.</summary>
    private bool MakesTasks(MethodDefinition callee)
    {
        var reason = report.ReasonOf(Rewrite.Builders, callee);
        return reason == null || reason != Reason.NeverSuspends && TaskType.ResultOf(callee.ReturnType) != null;
    }

    private string Detail(Reason reason, MethodDefinition callee) =>
        reason == Reason.CalleeKeepsTask && report.ReasonOf(Rewrite.Builders, callee) is { } why
            ? $"{report.NameOf(callee)}: {why.Sentence}"
            : report.NameOf(callee);

    /// <summary>Why a method cannot have a twin; null where it can.</summary>
    private Reason? WhyNoTwin(MethodDefinition callee)
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

    /// <summary>What a method forwards; null where it can do without none of the tasks that it returns.</summary>
    private Forwarder? ForwarderOf(MethodDefinition method)
    {
        if (!_forwarders.TryGetValue(method, out var forwarder))
        {
            _forwarders.Add(method, forwarder = ForwarderRecogniser.Recognise(method));
        }

        return forwarder?.Returned.Any(CanDoWithout) == true ? forwarder : null;
    }

    private bool CanDoWithout(ReturnedTask task) => task.Kind == ReturnedTaskKind.Result || task.Callee is { } callee && WhyNoTwin(callee) == null;
}
