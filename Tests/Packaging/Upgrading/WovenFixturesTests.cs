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

    [TestCaseSource(typeof(Extent), nameof(Extent.FewShapes))]
    public void Behave_with_todays_library_as_not_woven(Shape shape)
    {
        var fixtures = FixturesOf(shape);
        var woven = WovenBefore(shape, fixtures);

        Assert.That(ReferenceIn(woven), Is.EqualTo(new Version(1, 0, 0, 0)));
        Compare(fixtures, woven, shape);
    }

    [TestCaseSource(typeof(Extent), nameof(Extent.FewShapes))]
    public void Behave_woven_further_by_todays_weaver_as_not_woven(Shape shape)
    {
        var fixtures = FixturesOf(shape);
        var before = WovenBefore(shape, fixtures);
        var woven = new WeavingRunner { Config = Weavers.Everything }.Weave(before).Result;

        Assert.That(ReferenceIn(woven), Is.EqualTo(new Version($"{Repository.Version}.0")));
        Assert.That(CallsOf(woven), Is.GreaterThan(CallsOf(before)), "calls of the library");
        Compare(fixtures, woven, shape);
    }

    private static CompiledAssembly FixturesOf(Shape shape) =>
        Fixtures.CompileFrom(shape, Path.Combine(FirstRelease.Sources, "AssemblyToProcess"), FirstRelease.Runtime(shape.Framework));

    private static CompiledAssembly WovenBefore(Shape shape, CompiledAssembly fixtures) => new WeavingRunner
    {
        Weaver = FirstRelease.Weaver,
        Config = new("PooledAwait", new System.Xml.Linq.XAttribute("MinimumStateMachineSize", 0)),
        References = [.. References.Of(shape.Framework).Where(path => Path.GetFileName(path) != $"{Runtime}.dll").Append(FirstRelease.Runtime(shape.Framework))],
    }.Weave(fixtures).Result;

    private static void Compare(CompiledAssembly fixtures, CompiledAssembly woven, Shape shape)
    {
        var expected = new LoadedAssembly(fixtures, shape.Framework);
        var runtimes = ((string[])[shape.Framework, "net10.0"]).Distinct().Select(framework => (framework, new LoadedAssembly(woven, framework))).ToList();
        var scenarios = Scenario.In(expected.Assembly).ToList();
        Assert.That(scenarios, Has.Count.GreaterThan(100));
        Assert.Multiple(() =>
        {
            foreach (var scenario in scenarios)
            {
                var traces = scenario.Run(expected, Times);
                foreach (var (framework, loaded) in runtimes)
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
}
