using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Values;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.Builders;

/// <summary>
/// Decides for a whole program which methods can have a pooled builder, and records why the other methods cannot. Also finds the calls whose callers misuse the
/// returned ValueTask, and decides which of these calls get their own task. The weaver makes the plan before it changes any builder or any of these calls.
/// </summary>
internal sealed class BuilderPlan
{
    private readonly Dictionary<ModuleDefinition, (BuilderRewrite Rewrite, IReadOnlyList<SiteDecision<AsyncMethod>> Poolable)> _modules = [];
    private readonly HashSet<MethodDefinition> _poolable = [];
    private readonly HashSet<MethodDefinition> _machines = [];
    private readonly Dictionary<MethodDefinition, Reason> _reasons = [];
    private readonly MisusedCalls _misused;
    private readonly DiscardedCalls _discarded;

    private BuilderPlan(WovenModules modules)
    {
        _misused = new MisusedCalls(modules.SettingsOf);
        _discarded = new DiscardedCalls(_misused);
    }

    /// <summary>Examines every async method of the program, and the callers of methods that return a ValueTask.</summary>
    public static BuilderPlan Of(WovenModules modules)
    {
        var analysis = new AnalysisPhase(modules);
        var plan = new BuilderPlan(modules);
        var calls = new Lazy<ValueTaskCalls>(() => new ValueTaskCalls(modules.Program, method => modules.Of(method.Module).Scope.Failed(method)));
        foreach (var module in modules.All)
        {
            plan.Add(new BuilderRewrite(module), new VisibleCallers(calls, plan._misused, plan._discarded, DiscardedCalls.ComeBack(module.Runtime)));
        }

        analysis.End(plan._misused.Callers.Concat(plan._discarded.Callers));
        return plan;
    }

    /// <summary>The decisions that the other rewrites need.</summary>
    public PoolableMethods Poolable => new(_poolable, _machines, _reasons);

    /// <summary>
    /// In one module, changes the callers that misuse or discard a ValueTask. A call whose ValueTask is misused gets its own task. After a call whose ValueTask
    /// is discarded, the changed code returns the call's box to its pool. This method runs before the weaver copies code into second methods, so the copies
    /// contain the changed calls.
    /// </summary>
    public void ChangeCallers(WovenModule module)
    {
        _misused.Convert(module.Definition, module.RuntimeReference, module.Report);
        _discarded.Convert(module.Definition, module.RuntimeReference, module.Report);
    }

    /// <summary>Gives pooled builders to those methods of a module for which pooling pays.</summary>
    /// <param name="module">A module of the program.</param>
    /// <param name="twins">
    /// The methods that have a twin. For such a method, pooling pays with a machine of any size, because calls of the twin make no task.
    /// </param>
    /// <returns>The <c>MoveNext</c> methods of those machines that could have a pooled builder, but keep the builder they have.</returns>
    public IReadOnlyList<MethodDefinition> Swap(WovenModule module, ICollection<MethodDefinition> twins)
    {
        var (rewrite, poolable) = _modules[module.Definition];
        var decided = poolable
            .Select(finding => (finding.Value!.MoveNext, Finding: WeaveStep.About("the size of a machine", finding.Method, () => IfItPays(rewrite, finding, twins.Contains(finding.Method)))))
            .ToList();
        Driver.Change(rewrite, decided.Select(one => one.Finding), new BuilderChange(module));
        return [.. decided.Where(one => one.Finding.Value == null).Select(one => one.MoveNext)];
    }

    private void Add(BuilderRewrite rewrite, VisibleCallers callers)
    {
        var findings = Driver.Find(rewrite).Select(finding => WeaveStep.About("the callers", finding.Method, () => Blocked(rewrite, finding, callers)) ?? finding).ToList();
        foreach (var refused in findings.Where(finding => finding.Reason != null))
        {
            _reasons[refused.Method] = refused.Reason!;
            if (refused.Reason == Reason.AlreadyPooled)
            {
                WeaveStep.About("the callers in other modules", refused.Method, () => callers.GiveTasksInOtherModules(refused.Method));
            }
        }

        callers.GiveTasksToOutsideCalls(rewrite.Module.Definition);

        // Methods that an earlier weave pooled are last in the list. These methods change only if they get a twin.
        List<SiteDecision<AsyncMethod>> poolable = [.. findings.Where(finding => finding.Value != null).OrderBy(finding => finding.Value!.Builder.IsWoven)];
        _modules.Add(rewrite.Module.Definition, (rewrite, poolable));
        _poolable.UnionWith(poolable.Select(finding => finding.Method));
        _machines.UnionWith(poolable.Where(finding => !finding.Value!.Builder.IsWoven).Select(finding => finding.Value!.MoveNext));
    }

    /// <summary>
    /// Returns a decision if a caller forces the method to keep its builder. Otherwise returns null, and marks the calls that must change if the method gets a
    /// pooled builder.
    /// </summary>
    private static SiteDecision<AsyncMethod>? Blocked(BuilderRewrite rewrite, SiteDecision<AsyncMethod> finding, VisibleCallers callers)
    {
        if (finding.Value is not { Builder.Kind: PooledBuilders.ValueTask } method || callers.GiveTasksToCallersOf(method.KickOff) is not { } misuse)
        {
            return null;
        }

        var report = rewrite.Module.Report;
        var at = SourceLine.Of(misuse.Caller, misuse.Call);
        var line = at == null ? "" : $", {SourceLine.Text(at)}";
        var saved = rewrite.WouldSave(new BuilderSite(method), rewrite.Module.Scope.For(method.KickOff));
        return Driver.LeaveAlone(
            rewrite, method.KickOff, at: null, misuse.Misuse with { Detail = $"In {report.NameOf(misuse.Caller)}{line}.", WouldSave = saved, Cause = new Cause(misuse.Caller, at) });
    }

    /// <summary>
    /// Decides whether pooling pays for a method. Runs after the rewrite of direct awaits, because that rewrite changes the size of state machines, and decides
    /// which methods have a twin.
    /// </summary>
    private static SiteDecision<AsyncMethod> IfItPays(BuilderRewrite rewrite, SiteDecision<AsyncMethod> finding, bool hasTwin)
    {
        var method = finding.Value!;
        if (hasTwin)
        {
            return finding with { Value = method with { HasTwin = true } };
        }

        Refusal? refused = method.Builder.IsWoven ? Reason.AlreadyPooled
            : !method.Suspends ? Reason.NeverSuspends
            : method.Builder.Kind == PooledBuilders.Task && StateMachineSize.Of(method.StateMachine) is var size && size < rewrite.Module.Scope.For(method.KickOff).MinimumStateMachineSize
                ? new Refusal(Reason.SmallStateMachine) { Detail = $"About {size} bytes.", WouldSave = BuilderSavings.IfPooled(method, minimum: 0) }
                : null;
        return refused == null ? finding : Driver.LeaveAlone(rewrite, method.KickOff, at: null, refused);
    }
}
