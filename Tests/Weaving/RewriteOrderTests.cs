using System.Xml.Linq;
using Fody;
using PooledAwait.Fody;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.IL;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Report;
using PooledAwait.Fody.Rewrites.Builders;
using PooledAwait.Fody.Rewrites.DirectAwaits;
using PooledAwait.Fody.Rewrites.TimedWaits;
using PooledAwait.Fody.Rewrites.WhenAny;
using PooledAwait.Fody.Weaving;
using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>
/// Checks that the rewrites do not depend on each other: their order makes no difference, except where the recipe (the weaver's list of steps) gives a reason
/// for the order.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public sealed class RewriteOrderTests
{
    private const string Plan = "Plan";
    private const string Change = "Change";

    private readonly Dictionary<Shape, (CompiledAssembly Woven, IReadOnlyList<string> Decisions)> _byTheRecipe = [];

    [TestCase(nameof(Rewrite.TimedWaits), nameof(Rewrite.WhenAny), nameof(Rewrite.StateObjects), Plan, Change)]
    [TestCase(nameof(Rewrite.StateObjects), nameof(Rewrite.TimedWaits), nameof(Rewrite.WhenAny), Plan, Change)]
    [TestCase(Plan, nameof(Rewrite.TimedWaits), nameof(Rewrite.StateObjects), nameof(Rewrite.WhenAny), Change)]
    public void Makes_no_difference_but_where_the_recipe_says_so(params string[] order)
    {
        foreach (var shape in Extent.FewShapes)
        {
            var (expected, decisions) = ByTheRecipe(shape);
            var other = new Weaver(order);
            var actual = Weave(shape, other);

            Assert.That(Decisions(other.Report!), Is.EqualTo(decisions), shape.ToString());
            Assert.That(IlText.Changed(expected, actual), Is.Empty, shape.ToString());
        }
    }

    /// <summary>Weaves in the recipe's order, once for all tested orders.</summary>
    private (CompiledAssembly Woven, IReadOnlyList<string> Decisions) ByTheRecipe(Shape shape)
    {
        if (!_byTheRecipe.TryGetValue(shape, out var known))
        {
            var recipe = new ModuleWeaver();
            var woven = Weave(shape, recipe);
            _byTheRecipe.Add(shape, known = (woven, [.. Decisions(recipe.Report!)]));
        }

        return known;
    }

    private static CompiledAssembly Weave(Shape shape, BaseModuleWeaver weaver) =>
        new WeavingRunner { Config = XElement.Parse("<PooledAwait MinimumStateMachineSize='0' />"), Weaver = () => weaver }.Weave(Fixtures.Compiled(shape)).Result;

    private static IEnumerable<string> Decisions(WeavingReport report) =>
        report.Sorted().Select(entry => $"{entry.Name} {entry.Decision.Rewrite} {entry.Decision.Reason} {entry.Decision.Detail}");

    /// <summary>Runs the recipe's steps in another order.</summary>
    private sealed class Weaver(string[] order) : BaseModuleWeaver
    {
        public WeavingReport? Report { get; private set; }

        public override bool ShouldCleanReference => false;

        public override void Execute()
        {
            var options = OptionsReader.Read(this);
            var runtime = RuntimeReference.Find(ResolveAssembly, [.. BuilderRewrite.RuntimeTypes, .. DirectAwaitRewrite.RuntimeTypes, .. TimedWaitRewrite.RuntimeTypes, .. WhenAnyRewrite.RuntimeTypes]);
            var uses = new MemberUses(ModuleDefinition);
            var owners = new MethodOwners(ModuleDefinition, uses);
            Report = new WeavingReport(ModuleDefinition, owners);
            var recipe = new Recipe(new WovenModules([new WovenModule(ModuleDefinition, uses, new Scope(ModuleDefinition, options, owners), Report, runtime)]));
            foreach (var step in order)
            {
                Action take = step switch
                {
                    nameof(Rewrite.TimedWaits) => recipe.TimedWaits,
                    nameof(Rewrite.WhenAny) => recipe.WhenAny,
                    nameof(Rewrite.StateObjects) => recipe.StateObjects,
                    Plan => recipe.PlanBuilders,
                    _ => recipe.AwaitDirectlyAndSwapBuilders,
                };
                take();
            }
        }

        public override IEnumerable<string> GetAssembliesForScanning() => [];
    }
}
