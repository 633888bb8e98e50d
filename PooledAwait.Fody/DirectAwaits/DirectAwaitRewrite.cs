using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Awaits;
using PooledAwait.Fody.Cil.Editing;
using PooledAwait.Fody.DirectAwaits.VirtualCalls;
using PooledAwait.Fody.Following;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Reporting;

namespace PooledAwait.Fody.DirectAwaits;

/// <summary>A task that is awaited where it is returned is never made: the call goes to a twin of the method, which returns a ValueTask.</summary>
/// <param name="program">What is woven together.</param>
/// <param name="module">The module whose calls are looked at.</param>
/// <param name="scope">Where it may be changed.</param>
/// <param name="report">Is told every decision.</param>
/// <param name="twins">Those of the whole program.</param>
internal sealed class DirectAwaitRewrite(WovenProgram program, ModuleDefinition module, Scope scope, WeavingReport report, ProgramTwins twins)
{
    /// <summary>The reasons that say what is done with a task in the method that calls.</summary>
    private static readonly Reason[] s_usesOfTask = [Reason.TaskKept, Reason.TaskPassedOn, Reason.TaskUsedOtherwise, Reason.AwaitOptions];

    private readonly TwinDecisions _decisions = twins.Decisions;
    private readonly MachineFields _fields = new(program, TaskType.Is);

    /// <summary>The types in PooledAwait.Runtime that the woven code refers to.</summary>
    public static IEnumerable<string> RuntimeTypes =>
        [.. Twins.RuntimeTypes, $"{RuntimeReference.Namespace}.{KickOff.Builder}", $"{RuntimeReference.Namespace}.{KickOff.Builder}`1"];

    /// <summary>Recognises the calls of each method, then changes them together.</summary>
    public void Apply()
    {
        var users = program.UsesIn(module).MethodsWhere(member => TaskCallRecogniser.IsTaskMethod(member, program));
        foreach (var method in users.Where(AwaitRecogniser.Awaits).ToList())
        {
            if (RecogniseIn(method) is { Count: > 0 } calls)
            {
                Apply(calls);
            }
        }
    }

    private void Apply(List<TaskCall> calls)
    {
        var caller = calls[0].Caller;
        report.AboutToChange(caller, [caller]);
        using var editor = new BodyEditor(caller);
        var change = twins.ChangeOf(editor, (MethodReference)calls[0].Call.Operand);
        foreach (var call in calls)
        {
            if (call.Kept == null && call.Joined == null)
            {
                change.Apply(call.Call, call.Await, call.Result, twins.Replacement(call), call.IsOnStack);
            }

            report.Changed(Rewrite.DirectAwaits, caller, What(call), call.At, new BytesSaved(Task: BytesSaved.OneTask));
        }

        foreach (var kept in calls.Where(call => call.Kept != null).GroupBy(call => call.Kept!))
        {
            change.Apply(kept.Key, instruction => twins.Replacement(kept.Single(call => call.Call == instruction)));
        }

        foreach (var joined in calls.Where(call => call.Joined != null).GroupBy(call => call.Joined!))
        {
            change.Apply(joined.Key, joined.First().Result, instruction => twins.Replacement(joined.Single(call => call.Call == instruction)));
        }

        change.RemoveUnusedFields();
    }

    private List<TaskCall> RecogniseIn(MethodDefinition method)
    {
        var calls = new List<TaskCall>();
        var settings = scope.For(method);
        var isOff = settings.OutOfScope ?? (settings.DirectAwaits ? null : Reason.SwitchedOff);
        var recogniser = isOff == null ? new TaskCallRecogniser(program, method, _fields) : null;
        foreach (var call in TaskCallRecogniser.CallsIn(program, method).ToList())
        {
            // What is not to be changed is not followed, which takes time: whether it is awaited at all stays open.
            if ((recogniser == null ? isOff! : recogniser.Recognise(call)) is not { } recognised)
            {
                continue;
            }

            var at = SourceLine.Of(method, call);
            if (recognised.Value is not { } found)
            {
                NeedsItsTask(method, call, recognised.Reason!, recognised.Detail, at);
            }
            else if (found.IsLater && !(KickOff.Is(found.Callee) && ExactCall.Reaches(call, found.Callee)))
            {
                // What is no async method may return null, of which only the await would tell.
                NeedsItsTask(method, call, Reason.TaskKept, recognised.Detail, at);
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

        // A variable holds ValueTasks where all that is stored into it are, and so does an await that several calls come to.
        foreach (var call in calls.Where(call => call.Together.Except(calls.Select(other => other.Call)).Any()).ToList())
        {
            calls.Remove(call);
            report.LeftAlone(Rewrite.DirectAwaits, method, Reason.TaskKept, null, call.At);
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

    /// <summary>
    /// What is done with a task is in the way only where the called method could do without it. Where it could not, awaiting the task at once would help nobody, and its own
    /// reason is told.
    /// </summary>
    private void NeedsItsTask(MethodDefinition method, Instruction call, Reason reason, string? detail, SequencePoint? at)
    {
        var callee = s_usesOfTask.Contains(reason) ? program.Find((MethodReference)call.Operand) : null;
        var isExact = callee != null && ExactCall.Reaches(call, callee);
        if (callee != null && TaskCallRecogniser.IsOfDelegate(callee))
        {
            report.LeftAlone(Rewrite.DirectAwaits, method, Reason.DelegateCall, at: at);
        }
        else if (isExact && _decisions.WhyNoTwin(callee!) is { } cannot)
        {
            report.LeftAlone(Rewrite.DirectAwaits, method, cannot, Detail(cannot, callee!), at, cause: new Cause(callee!));
        }
        else if (callee != null && VirtualCall.Is(call, callee) && !isExact &&
            _decisions.DispatchOf((MethodReference)call.Operand, callee) is { Value: null } meetsNone)
        {
            report.LeftAlone(Rewrite.DirectAwaits, method, meetsNone.Reason!, meetsNone.Detail ?? report.NameOf(callee), at);
        }
        else
        {
            // What is passed on may be needed there.
            var saved = isExact && reason != Reason.TaskPassedOn && KickOff.Is(callee!) ? new BytesSaved(Task: BytesSaved.OneTask) : null;
            report.LeftAlone(Rewrite.DirectAwaits, method, reason, detail, at, saved);
        }
    }

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
