using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Program;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.Builders;

/// <summary>
/// Gives async methods pooled builders. Finds every method that could have a pooled builder. The found methods include methods for which pooling may not pay,
/// and methods that an earlier weave pooled. The <see cref="BuilderPlan"/> decides which of the found methods change.
/// </summary>
internal sealed class BuilderRewrite(WovenModule module) : SiteRewrite<BuilderSite, AsyncMethod>(module)
{
    private readonly AsyncMethodRecogniser _recogniser = new(new MachineStarters(module.Definition, module.Uses));

    /// <summary>The types in PooledAwait.Runtime that the woven code refers to.</summary>
    public static IEnumerable<string> RuntimeTypes =>
        BuilderType.All.Select(builder => $"{RuntimeReference.Namespace}.{builder.Pooled}").Concat(StartedMachine.RuntimeTypes).Concat(MisusedCalls.RuntimeTypes).Concat(DiscardedCalls.RuntimeTypes);

    public override Rewrite Name => Rewrite.Builders;

    public override IEnumerable<MethodDefinition> Methods() => Module.Methods;

    public override IEnumerable<BuilderSite> SitesIn(MethodDefinition method) =>
        _recogniser.Recognise(method) is { } recognised ? [new BuilderSite(recognised)] : [];

    public override Instruction? At(BuilderSite site) => null;

    public override Reason? WhyOff(BuilderSite site, MethodSettings settings) =>
        site.Recognised.Value is { Builder: { IsWoven: false } builder } && !settings.Builders.HasFlag(builder.Kind) ? Reason.SwitchedOff : null;

    public override BytesSaved? WouldSave(BuilderSite site, MethodSettings settings) =>
        site.Recognised.Value is { } method ? BuilderSavings.IfPooled(method, settings.MinimumStateMachineSize) : null;

    public override Recognised<AsyncMethod> Recognise(BuilderSite site, MethodSettings settings) =>
        site.Recognised.Value is { Builder.IsWoven: false, Suspends: false, HasTaskOfResult: false } ? Reason.NeverSuspends : site.Recognised;

    public override IEnumerable<MethodDefinition> Bodies(MethodDefinition method, AsyncMethod found) => found.Bodies;

    public override string What(AsyncMethod found) => found.Builder.Kind.ToString();

    public override BytesSaved? Saved(AsyncMethod found) => found.Suspends ? BuilderSavings.Of(found) : null;
}

/// <summary>An async method, or another method that starts a state machine.</summary>
internal sealed record BuilderSite(Recognised<AsyncMethod> Recognised);
