using System.Xml.Linq;
using Mono.Cecil;
using NUnit.Framework;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Packaging.Upgrading;

/// <summary>The fixtures of 1.0.0, woven by 1.0.0: what its own tests woven and not woven held to be the same, is the same with today's library.</summary>
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class WovenFixturesTests
{
    private const string Runtime = "PooledAwait.Runtime";

    // The second time meets what the first one left in the pools.
    private const int Times = 2;

    private static readonly Dictionary<Shape, Before> s_before = [];

    [TestCaseSource(typeof(Extent), nameof(Extent.FewShapes))]
    public void Behave_with_todays_library_as_not_woven(Shape shape)
    {
        var before = Of(shape);

        Assert.That(ReferenceIn(before.Woven), Is.EqualTo(new Version(1, 0, 0, 0)));
        Compare(before.Woven, before.Traces, shape);
    }

    [TestCaseSource(typeof(Extent), nameof(Extent.FewShapes))]
    public void Behave_woven_further_by_todays_weaver_as_not_woven(Shape shape)
    {
        var before = Of(shape);
        var woven = new WeavingRunner { Config = Weavers.Everything }.Weave(before.Woven).Result;

        Assert.That(ReferenceIn(woven), Is.EqualTo(new Version($"{Repository.Version}.0")));
        Assert.That(CallsOf(woven), Is.GreaterThan(CallsOf(before.Woven)), "calls of the library");
        Compare(woven, before.Traces, shape);
    }

    private static Before Of(Shape shape)
    {
        if (!s_before.TryGetValue(shape, out var before))
        {
            var fixtures = Fixtures.CompileFrom(shape, Path.Combine(FirstRelease.Sources, "AssemblyToProcess"), FirstRelease.Runtime(shape.Framework));
            var woven = new WeavingRunner
            {
                Weaver = FirstRelease.Weaver,
                Config = new("PooledAwait", new XAttribute("MinimumStateMachineSize", 0)),
                References = [.. References.Of(shape.Framework).Where(path => Path.GetFileName(path) != $"{Runtime}.dll").Append(FirstRelease.Runtime(shape.Framework))],
            }.Weave(fixtures).Result;
            var loaded = new LoadedAssembly(fixtures, shape.Framework);
            s_before.Add(shape, before = new(woven, [.. Scenario.In(loaded.Assembly).Select(scenario => (scenario, scenario.Run(loaded, Times)))]));
        }

        return before;
    }

    private static void Compare(CompiledAssembly woven, IReadOnlyList<(Scenario Scenario, IReadOnlyList<string> Traces)> expected, Shape shape)
    {
        Assert.That(expected, Has.Count.GreaterThan(100));
        Assert.Multiple(() =>
        {
            foreach (var framework in ((string[])[shape.Framework, "net10.0"]).Distinct())
            {
                var loaded = new LoadedAssembly(woven, framework);
                foreach (var (scenario, traces) in expected)
                {
                    Assert.That(() => scenario.Run(loaded, Times), Is.EqualTo(traces), $"{scenario}, with the library for {framework}");
                }
            }
        });
    }

    private static Version ReferenceIn(CompiledAssembly assembly)
    {
        using var module = assembly.Read();
        return module.AssemblyReferences.Single(reference => reference.Name == Runtime).Version;
    }

    private static int CallsOf(CompiledAssembly assembly)
    {
        using var module = assembly.Read();
        return module.GetTypes().SelectMany(type => type.Methods).Where(method => method.HasBody).SelectMany(method => method.Body.Instructions)
            .Count(instruction => instruction.Operand is MethodReference called && called.DeclaringType.Scope is AssemblyNameReference { Name: Runtime });
    }

    /// <summary>The fixtures as 1.0.0 wove them.</summary>
    /// <param name="Woven">The assembly.</param>
    /// <param name="Traces">What each scenario observes not woven.</param>
    private sealed record Before(CompiledAssembly Woven, IReadOnlyList<(Scenario Scenario, IReadOnlyList<string> Traces)> Traces);
}
