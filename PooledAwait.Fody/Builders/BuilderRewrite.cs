using Mono.Cecil;
using PooledAwait.Fody.Cil.Images;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Reporting;

namespace PooledAwait.Fody.Builders;

/// <summary>Async methods get pooled builders.</summary>
/// <param name="module">What is woven.</param>
/// <param name="uses">Who names what in it.</param>
/// <param name="calls">The calls by which the program gets ValueTasks.</param>
/// <param name="misused">Those of them whose callers get a task instead.</param>
/// <param name="scope">Where the module may be changed.</param>
/// <param name="report">Is told every decision.</param>
internal sealed class BuilderRewrite(
    ModuleDefinition module, MemberUses uses, Lazy<ValueTaskCalls> calls, MisusedCalls misused, Scope scope, WeavingReport report)
{
    /// <summary>The types in PooledAwait.Runtime that the woven code refers to.</summary>
    public static IEnumerable<string> RuntimeTypes =>
        BuilderType.All.Select(builder => $"{RuntimeReference.Namespace}.{builder.Pooled}").Concat(MisusedCalls.RuntimeTypes);

    private readonly List<AsyncMethod> _found = [];

    // By an earlier weave: nothing is left to be done, unless they get a twin.
    private readonly List<AsyncMethod> _pooled = [];

    /// <summary>Finds every async method that could have a pooled builder: what a caller does is read from bodies that no swap has touched.</summary>
    /// <returns>The kick-off methods of those, also of Task methods for which it may not pay.</returns>
    public IReadOnlyCollection<MethodDefinition> Recognise()
    {
        _found.AddRange(Find());
        return [.. _found.Concat(_pooled).Select(method => method.KickOff)];
    }

    /// <summary>
    /// Gives each caller that misuses what it gets of a method that was found a task of its own: once the methods of all modules have been, and before
    /// any code is copied.
    /// </summary>
    /// <param name="runtime">As for <see cref="Apply"/>.</param>
    public void GiveTasks(Func<IMetadataScope> runtime) => misused.Convert(module, runtime, report);

    /// <summary>Swaps the builders of what was found, and for which it pays.</summary>
    /// <param name="runtime">Gives the module's reference to PooledAwait.Runtime, and adds it where there is none.</param>
    /// <param name="direct">
    /// The methods that are to have a twin, which makes no task: their builder serves both, and it pays however small their machines are.
    /// </param>
    public void Apply(Func<IMetadataScope> runtime, ICollection<MethodDefinition> direct)
    {
        BuilderSwap? swap = null;
        BuilderSwap? directSwap = null;
        foreach (var method in _found.Concat(_pooled))
        {
            var isDirect = direct.Contains(method.KickOff);
            if (!isDirect && method.Builder.IsWoven)
            {
                report.LeftAlone(Rewrite.Builders, method.KickOff, Reason.AlreadyPooled);
                continue;
            }

            if (!isDirect && !method.Suspends)
            {
                report.LeftAlone(Rewrite.Builders, method.KickOff, Reason.NeverSuspends);
                continue;
            }

            if (!isDirect && method.Builder.Kind == PooledBuilders.Task &&
                StateMachineSize.Of(method.StateMachine) is var size && size < scope.For(method.KickOff).MinimumStateMachineSize)
            {
                report.LeftAlone(
                    Rewrite.Builders, method.KickOff, Reason.SmallStateMachine, $"About {size} bytes.", saved: BuilderSavings.IfPooled(method, minimum: 0));
                continue;
            }

            report.AboutToChange(method.KickOff, method.Bodies);
            report.Changed(Rewrite.Builders, method.KickOff, method.Builder.Kind.ToString(), saved: method.Suspends ? BuilderSavings.Of(method) : null);
            if (isDirect)
            {
                directSwap ??= new BuilderSwap(module, runtime(), builder => builder.Direct);
                directSwap.Apply(method);
            }
            else
            {
                swap ??= new BuilderSwap(module, runtime(), builder => builder.Pooled);
                swap.Apply(method);
            }
        }
    }

    private List<AsyncMethod> Find()
    {
        var found = new List<AsyncMethod>();
        var pooledBefore = new List<MethodDefinition>();
        var recogniser = new AsyncMethodRecogniser(new MachineStarters(module, uses));
        foreach (var method in module.GetTypes().SelectMany(type => type.Methods))
        {
            if (recogniser.Recognise(method) is not { } recognised)
            {
                continue;
            }

            var settings = scope.For(method);
            if (settings.OutOfScope is { } outOfScope)
            {
                report.LeftAlone(Rewrite.Builders, method, outOfScope, saved: IfPooled(recognised.Value, settings));
            }
            else if (recognised.Value is not { } async)
            {
                report.LeftAlone(Rewrite.Builders, method, recognised.Reason!, recognised.Detail);
                if (recognised.Reason == Reason.AlreadyPooled)
                {
                    pooledBefore.Add(method);
                }
            }
            else if (async.Builder.IsWoven)
            {
                _pooled.Add(async);
            }
            else if (!settings.Builders.HasFlag(async.Builder.Kind))
            {
                report.LeftAlone(Rewrite.Builders, method, Reason.SwitchedOff, saved: IfPooled(async, settings));
            }
            else if (!async.Suspends && !async.HasTaskOfResult)
            {
                report.LeftAlone(Rewrite.Builders, method, Reason.NeverSuspends);
            }
            else
            {
                found.Add(async);
            }
        }

        var callers = new VisibleCallers(calls, misused);
        found.RemoveAll(method =>
        {
            if (method.Builder.Kind != PooledBuilders.ValueTask || callers.GiveTasksUnlessInTheWay(method.KickOff) is not { } misuse)
            {
                return false;
            }

            var at = SourceLine.Of(misuse.Caller, misuse.Call);
            var line = at == null ? "" : $", {SourceLine.Text(at)}";
            report.LeftAlone(
                Rewrite.Builders,
                method.KickOff,
                misuse.Reason,
                $"In {report.NameOf(misuse.Caller)}{line}.",
                saved: IfPooled(method, scope.For(method.KickOff)),
                cause: new Cause(misuse.Caller, at));
            return true;
        });
        pooledBefore.ForEach(callers.GiveTasksInOtherModules);
        callers.GiveTasksToOutsideCalls(module);

        return found;
    }

    private static BytesSaved? IfPooled(AsyncMethod? method, MethodSettings settings) =>
        method == null ? null : BuilderSavings.IfPooled(method, settings.MinimumStateMachineSize);
}
