using Mono.Cecil;
using PooledAwait.Fody;
using PooledAwait.Fody.Builders;
using PooledAwait.Fody.Cil.Images;
using PooledAwait.Fody.Compiled;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Reporting;
using Tests.Compilation;

namespace Tests.Builders;

/// <summary>What the builder rewrite decides about one source text.</summary>
internal static class Rewritten
{
    /// <summary>By the name of each method that was looked at: <c>pooled</c>, or the identifier of the reason why not.</summary>
    public static IReadOnlyDictionary<string, string> Decisions(Shape shape, string source, WeaverOptions? options = null) =>
        Report(shape, source, options).Decisions
            .GroupBy(decision => decision.Method.Name)
            .ToDictionary(group => group.Key, group => string.Join(", ", group.Select(decision => decision.Reason?.Id ?? "pooled").Distinct()));

    public static WeavingReport Report(Shape shape, string source, WeaverOptions? options = null) => Weave(shape, source, options).Report;

    public static ModuleDefinition Module(Shape shape, string source) => Weave(shape, source).Module;

    private static (WeavingReport Report, ModuleDefinition Module) Weave(Shape shape, string source, WeaverOptions? options = null)
    {
        var module = ModuleDefinition.ReadModule(new MemoryStream(Fixtures.Compile(shape, source).Image));
        var owners = new MethodOwners(module);
        var report = new WeavingReport(module, owners);
        var uses = new MemberUses(module);
        var scope = new Scope(module, options ?? new WeaverOptions(), owners);
        using var runtime = AssemblyDefinition.ReadAssembly(References.Runtime(shape.Framework));
        var woven = new WovenModule(module, uses, scope, report, runtime);
        var plan = BuilderPlan.Of(new WovenModules([woven]));
        plan.GiveTasks(woven);
        plan.Swap(woven, twins: []);
        return (report, module);
    }
}
