using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Awaits;
using PooledAwait.Fody.Cil;
using PooledAwait.Fody.DirectAwaits.VirtualCalls;
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
    private readonly TwinDecisions _decisions = new(scope, report, poolable);
    private Twins? _twins;
    private DispatchMethods? _dispatches;

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
            _twins ??= new Twins(module, types, reference, callee => _decisions.WhyNoTwin(callee) == null, _decisions.ForwarderOf, Dispatched);
            _dispatches ??= new DispatchMethods(module, types, _twins);
            Apply(calls, _twins, _dispatches, types);
        }
    }

    /// <summary>Gives the twins of kick-off methods their code, once those have the builder that serves both.</summary>
    public void Complete() => _twins?.Complete();

    private void Apply(IReadOnlyList<TaskCall> calls, Twins twins, DispatchMethods dispatches, ValueTaskReferences types)
    {
        var caller = calls[0].Caller;
        report.AboutToChange(caller, [caller]);
        using var editor = new BodyEditor(caller);
        var change = new AwaitChange(editor, types);
        foreach (var call in calls)
        {
            var replacement = call.Dispatch == null ? twins.Call(call.Call, twins.Of(call.Callee, caller)!) : dispatches.Call(call.Call, call.Dispatch);
            change.Apply(call.Call, call.Await, call.Result, replacement);
            report.Changed(Rewrite.DirectAwaits, caller, What(call), call.At, new BytesSaved(Task: BytesSaved.OneTask));
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
            else if (!ExactCall.Reaches(call, found.Callee))
            {
                var dispatch = _decisions.DispatchOf((MethodReference)call.Operand, found.Callee);
                if (dispatch.Value == null)
                {
                    report.LeftAlone(Rewrite.DirectAwaits, method, dispatch.Reason!, dispatch.Detail ?? report.NameOf(found.Callee), at);
                }
                else
                {
                    calls.Add(found with { At = at, Dispatch = dispatch.Value });
                }
            }
            else if (_decisions.WhyNoTwin(found.Callee) is { } reason)
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

    private string What(TaskCall call)
    {
        var task = $"The task of {report.NameOf(call.Callee)} is not made";
        return call.Dispatch is { Receivers: var receivers }
            ? $"{task} where the object is {string.Join(" or ", receivers.Select(receiver => TypeName.Of(receiver.Type)))}."
            : $"{task}.";
    }

    private Instruction? Dispatched(ReturnedTask task, Instruction call) =>
        _decisions.DispatchOf(task.Called!, task.Callee!).Value is { } dispatch ? _dispatches!.Call(call, dispatch) : null;

    /// <summary>What a call would save whose task was awaited where it is returned; null where more is in the way, or that is not known.</summary>
    private BytesSaved? IfAwaited(Instruction call, Reason reason) =>
        (reason == Reason.TaskKept || reason == Reason.TaskUsedOtherwise || reason == Reason.AwaitOptions) &&
        ((MethodReference)call.Operand).Resolve() is { } callee && KickOff.Is(callee) && ExactCall.Reaches(call, callee) && _decisions.WhyNoTwin(callee) == null
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
}
