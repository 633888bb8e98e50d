using System.Xml.Linq;
using Mono.Cecil;
using PooledAwait.Fody;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Report;
using PooledAwait.Inspect.Weaving;
using Tests.Compilation;
using Tests.Inspect;
using Tests.Weaving;

namespace Tests.Report.Conditions;

/// <summary>A refusal that a weave reported.</summary>
/// <param name="Where">The method, and the module's name if a test prepared it.</param>
/// <param name="Failed">The reason, and the condition that failed.</param>
internal sealed record ToldRefusal(string Where, FailedCondition Failed);

/// <summary>The refusals in the fixtures of LeftAlone, and in modules that tests prepare.</summary>
internal static class Refusals
{
    private const string Namespace = "AssemblyToProcess.LeftAlone.";

    private static readonly XElement s_everything = XElement.Parse("<PooledAwait MinimumStateMachineSize='0' StateObjects='All'/>");
    private static readonly Lazy<IReadOnlyList<ToldRefusal>> s_inFixtures = new(() =>
        [.. new[] { Shape.Release, Shape.StandardRelease }.SelectMany(shape => Told(new WeavingRunner { Config = s_everything }, Fixtures.Compiled(shape), "")
            .Where(told => told.Where.StartsWith(Namespace, StringComparison.Ordinal)).Select(told => told with { Where = told.Where[Namespace.Length..] }))]);

    private static readonly Lazy<IReadOnlyList<ToldRefusal>> s_prepared = new(() =>
    [
        .. from module in PreparedModule.All
           from told in Told(
               new WeavingRunner { Config = s_everything, Prepare = module.Prepare, References = module.References },
               Fixtures.Compile(module.Shape, module.Source),
               $"prepared ({module.Name}), ")
           where told.Failed.Condition?.Id == module.Condition
           select told,
        .. Together(),
    ]);

    public static IReadOnlyList<ToldRefusal> InFixtures => s_inFixtures.Value;

    public static IReadOnlyList<ToldRefusal> Prepared => s_prepared.Value;

    public static IEnumerable<ToldRefusal> All => InFixtures.Concat(Prepared);

    private static IEnumerable<ToldRefusal> Told(WeavingRunner runner, CompiledAssembly input, string before)
    {
        var weaver = new ModuleWeaver();
        _ = new WeavingRunner { Config = runner.Config, Prepare = runner.Prepare, References = runner.References, Weaver = () => weaver }.Weave(input);
        return Told(weaver.Report!, before);
    }

    private static IEnumerable<ToldRefusal> Told(WeavingReport report, string before)
    {
        foreach (var (name, decision) in report.Sorted().Where(entry => entry.Decision.Reason != null))
        {
            var failed = decision.Failed ?? new FailedCondition(decision.Misuse ?? decision.Reason!, null, null, null);
            for (var one = failed; one != null; one = one.Because)
            {
                yield return new ToldRefusal($"{before}{name}", one);
            }
        }
    }

    /// <summary>
    /// Returns the refusals in two assemblies that are woven together. In one of them, a class lacks a member of its interface, as if the class had been
    /// compiled against an older version of the interface.
    /// </summary>
    private static IReadOnlyList<ToldRefusal> Together()
    {
        using var folder = new ToolRun();
        string[] paths =
        [
            folder.Compile("Lib", """
                using System.Threading.Tasks;
                public interface I { Task M(); }
                public class D : I { public async Task M() => await Task.Yield(); }
                public class C { static async Task N(I i) => await i.M(); }
                """),
            folder.Compile("Other", "public class Other { }"),
        ];
        var references = References.Of(References.Current);
        using var program = new OpenProgram(paths, references, (path, resolver) => new OpenAssembly(path, references, resolver));
        var contract = program.Assemblies[0].Module.GetType("I");
        contract.Methods.Add(new MethodDefinition("Newer", contract.Methods[0].Attributes, contract.Methods[0].ReturnType) { HasThis = true });
        return [.. program.Weave(s_everything).SelectMany(report => Told(report, "prepared (a method more in an interface, woven together), ")).Where(told => told.Failed.Condition == Condition.CannotBeLoaded)];
    }
}
