using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Program;
using PooledAwait.Fody.Values;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>Avoids tasks that the caller only awaits. The changed call goes to the called method's twin, which returns a ValueTask.</summary>
/// <param name="modules">The modules that are woven together.</param>
/// <param name="module">The module whose calls are examined.</param>
/// <param name="plan">Decides which methods can have a twin.</param>
internal sealed class DirectAwaitRewrite(WovenModules modules, WovenModule module, TwinPlan plan) : SiteRewrite<TaskCallSite, TaskCall>(module)
{
    /// <summary>The reasons that concern the caller's use of the task.</summary>
    private static readonly Reason[] s_usesOfTask = [Reason.TaskKept, Reason.TaskPassedOn, Reason.TaskUsedOtherwise, Reason.AwaitOptions];

    private readonly WovenProgram _program = modules.Program;
    private readonly MachineFields _fields = new(modules.Program, TaskType.Is);

    /// <summary>The types in PooledAwait.Runtime that the woven code refers to.</summary>
    public static IEnumerable<string> RuntimeTypes =>
    [
        $"{RuntimeReference.Namespace}.{RuntimeReference.DirectTask}", $"{RuntimeReference.Namespace}.{RuntimeReference.DirectAwaiter}", $"{RuntimeReference.Namespace}.{RuntimeReference.DirectAwaiter}`1",
        $"{RuntimeReference.Namespace}.{KickOff.Builder}", $"{RuntimeReference.Namespace}.{KickOff.Builder}`1",
    ];

    public override Rewrite Name => Rewrite.DirectAwaits;

    public override IEnumerable<MethodDefinition> Methods() =>
        Module.Uses.MethodsWhere(member => TaskMethod.Is(member, _program)).Where(AwaitRecogniser.Awaits);

    public override IEnumerable<TaskCallSite> SitesIn(MethodDefinition method)
    {
        var recogniser = new Lazy<TaskCallRecogniser>(() => new TaskCallRecogniser(_program, method, _fields));
        return TaskMethod.CallsIn(_program, method).Select(call => new TaskCallSite(call, recogniser));
    }

    public override Instruction At(TaskCallSite site) => site.Call;

    /// <summary>
    /// Calls for which the rewrite is switched off are not analysed, to save time. So the report lists these calls even if their task is never awaited.
    /// </summary>
    public override Reason? WhyOff(TaskCallSite site, MethodSettings settings) => settings.DirectAwaits ? null : Reason.SwitchedOff;

    public override Recognised<TaskCall>? Recognise(TaskCallSite site, MethodSettings settings)
    {
        var call = site.Call;
        if (site.Recogniser.Value.Recognise(call) is not { } recognised)
        {
            return null;
        }

        if (recognised.Value is not { } found)
        {
            return NeedsItsTask(call, recognised.Refusal!);
        }

        if (found.IsLater && !(KickOff.Is(found.Callee) && ExactCall.Reaches(call, found.Callee)))
        {
            // A method that is not async may return null. If so, the await must throw, but a twin would throw earlier, at the call.
            var mayBe = KickOff.Is(found.Callee) ? Condition.MayBeOverridden : Condition.MayBeNull;
            return NeedsItsTask(call, mayBe.With(found.Callee));
        }

        if (!ExactCall.Reaches(call, found.Callee))
        {
            var dispatch = DispatchOf(call, found.Callee);
            return dispatch.Refusal is { } refusal ? MeetsNone(refusal, found.Callee) : found with { Dispatch = dispatch.Value };
        }

        return plan.WhyNoTwin(found.Callee) is { } why
            ? why with { Detail = Detail(why.Reason, found.Callee), WouldSave = IfItHadATwin(found.Callee, why.Reason) }
            : found;
    }

    /// <summary>
    /// Some calls must change together, because their tasks are stored into one variable, or because they share an await. If one of these calls does not
    /// change, this method refuses the others.
    /// </summary>
    public override IReadOnlyDictionary<TaskCall, Refusal> WhyIncomplete(IReadOnlyList<TaskCall> all)
    {
        var changed = new HashSet<Instruction>(all.Select(call => call.Call));
        var incomplete = new HashSet<IReadOnlyList<Instruction>>(
            all.Where(call => call.Kept != null || call.Joined != null).Select(call => call.Together).Distinct().Where(together => !together.All(changed.Contains)));
        return all.Where(call => incomplete.Contains(call.Together)).ToDictionary(call => call, Other);

        Refusal Other(TaskCall call) => call.Together.FirstOrDefault(other => other != call.Call && !changed.Contains(other)) is { } needed
            ? Condition.AwaitedWithOthers.With(needed.Operand).At(call.Caller, needed)
            : Reason.TaskKept;
    }

    public override IEnumerable<MethodDefinition> Bodies(MethodDefinition method, TaskCall found) => [method];

    public override string What(TaskCall found)
    {
        var task = $"The task of {NameOf(found.Callee)} is not made";
        return found.Dispatch is { Receivers: var receivers }
            ? $"{task} where the object is {string.Join(" or ", receivers.Select(receiver => TypeName.Of(receiver.Type)))}."
            : $"{task}.";
    }

    public override BytesSaved Saved(TaskCall found) => new(Task: BytesSaved.OneTask);

    /// <summary>
    /// Chooses the reason to report if the caller needs the task. If the called method cannot have a twin, chooses the reason why it cannot. Without a twin,
    /// the call would keep its task even if the caller awaited the task at once.
    /// </summary>
    private Recognised<TaskCall> NeedsItsTask(Instruction call, Refusal why)
    {
        var callee = s_usesOfTask.Contains(why.Reason) ? _program.Find((MethodReference)call.Operand) : null;
        var isExact = callee != null && ExactCall.Reaches(call, callee);
        if (callee != null && TaskMethod.IsOfDelegate(callee))
        {
            return Reason.DelegateCall;
        }

        if (isExact && plan.WhyNoTwin(callee!) is { } cannot)
        {
            return cannot with { Detail = Detail(cannot.Reason, callee!) };
        }

        if (callee != null && VirtualCall.Is(call, callee) && !isExact && DispatchOf(call, callee).Refusal is { } meetsNone)
        {
            return MeetsNone(meetsNone, callee);
        }

        // If the caller passes the task on as an argument, other code may need the task. So a saving is not certain.
        return isExact && why.Reason != Reason.TaskPassedOn && KickOff.Is(callee!) ? why with { WouldSave = new BytesSaved(Task: BytesSaved.OneTask) } : why;
    }

    private Refusal MeetsNone(Refusal refusal, MethodDefinition callee) => refusal.Detail == null ? refusal with { Detail = NameOf(callee) } : refusal;

    private Recognised<Dispatch> DispatchOf(Instruction call, MethodDefinition callee) => plan.DispatchOf((MethodReference)call.Operand, callee);

    /// <summary>
    /// Estimates what a call would save if the called method had a twin. Returns null if it is not certain that the call makes a task. Also returns null if the
    /// called method's machine is a class, as in builds without optimisation.
    /// </summary>
    private BytesSaved? IfItHadATwin(MethodDefinition callee, Reason reason) =>
        KickOff.Is(callee) && reason != Reason.ClassMachine && MakesTasks(callee) ? new BytesSaved(Task: BytesSaved.OneTask) : null;

    /// <summary>
    /// Returns whether an async method is known to make tasks. A method counts if it can have a pooled builder, or if its task has a result. A method that is
    /// refused a pooled builder with the reason <c>NeverSuspends</c> never counts. Such a method neither suspends nor sets a result, so it usually returns the
    /// base library's completed task.
    /// </summary>
    private bool MakesTasks(MethodDefinition callee) =>
        plan.WhyNoBuilder(callee) is not { } reason || (reason != Reason.NeverSuspends && TaskType.ResultOf(callee.ReturnType) != null);

    private string Detail(Reason reason, MethodDefinition callee) =>
        reason == Reason.CalleeKeepsTask && plan.WhyNoBuilder(callee) is { } why ? $"{NameOf(callee)}: {why.Sentence}" : NameOf(callee);

    private string NameOf(MethodDefinition method) => Module.Report.NameOf(method);
}

/// <summary>A call of a method that is in the program and returns a task. The calling method contains awaits.</summary>
/// <param name="Call">The call.</param>
/// <param name="Recogniser">Examines the method that contains the call.</param>
internal sealed record TaskCallSite(Instruction Call, Lazy<TaskCallRecogniser> Recogniser);
