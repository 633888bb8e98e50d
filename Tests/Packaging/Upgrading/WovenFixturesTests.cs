using System.Xml.Linq;
using Mono.Cecil;
using PooledAwait.Fody.Verification;
using PooledAwait.Inspect.Checking;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Packaging.Upgrading;

/// <summary>Tests fixtures that an earlier release wove. With today's library, they must still behave as if they were not woven.</summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class WovenFixturesTests
{
    private const string Runtime = "PooledAwait.Runtime";

    // The second run uses what the first run left in the pools.
    private const int Times = 2;

    // The earlier release leaves the methods with these names to today's weaver. These methods call methods that the earlier release wove.
    private const string LeftForToday = "*::S*|*::C*|*::M*|*::Re*";

    private static readonly Dictionary<(Shape, EarlierRelease), Before> s_before = [];

    private static IEnumerable<TestCaseData> Cases =>
        from release in new[] { EarlierRelease.First, EarlierRelease.Second }
        from shape in Extent.FewShapes
        select new TestCaseData(shape, release);

    [TestCaseSource(nameof(Cases))]
    public void Behave_with_todays_library_as_not_woven(Shape shape, EarlierRelease release)
    {
        var before = Of(shape, release);

        Assert.That(ReferenceIn(before.Woven), Is.EqualTo(new Version($"{release.Version}.0")));
        Compare(before.Woven, before.Traces, shape);
    }

    [TestCaseSource(nameof(Cases))]
    public void Behave_woven_further_by_todays_weaver_as_not_woven(Shape shape, EarlierRelease release)
    {
        var before = Of(shape, release);
        var woven = new WeavingRunner { Config = Weavers.Everything }.Weave(before.Woven).Result;

        Assert.That(ReferenceIn(woven), Is.EqualTo(new Version($"{Repository.Version}.0")));
        Assert.That(CallsOf(woven), Is.GreaterThan(CallsOf(before.Woven)), "calls of the library");
        Compare(woven, before.Traces, shape);
    }

    /// <summary>
    /// Checks the second methods (variants with another signature) that 2.0 added. These methods are members of the user's types, not of a nested
    /// class.
    /// </summary>
    [TestCaseSource(typeof(Extent), nameof(Extent.FewShapes))]
    public void Have_second_methods_with_the_code_of_their_methods(Shape shape)
    {
        using var module = Of(shape, EarlierRelease.Second).Woven.Read();

        Assert.That(SecondMethodSearch.In(module).Count(), Is.GreaterThan(shape.Optimised ? 40 : 30));
        Assert.That(BypassCheck.Of(module, "Fixtures.dll"), Is.Empty);
    }

    private static Before Of(Shape shape, EarlierRelease release)
    {
        if (!s_before.TryGetValue((shape, release), out var before))
        {
            var fixtures = Fixtures.CompileFrom(shape, Path.Combine(release.Sources, "AssemblyToProcess"), release.Runtime(shape.Framework));
            var woven = new WeavingRunner
            {
                Weaver = release.Weaver,
                Config = new("PooledAwait", new XAttribute("MinimumStateMachineSize", 0), release == EarlierRelease.First ? null : new XAttribute("Exclude", LeftForToday)),
                References = [.. References.Of(shape.Framework).Where(path => Path.GetFileName(path) != $"{Runtime}.dll").Append(release.Runtime(shape.Framework))],
            }.Weave(fixtures).Result;
            var loaded = new LoadedAssembly(fixtures, shape.Framework);
            s_before.Add((shape, release), before = new(woven, [.. Scenario.In(loaded.Assembly).Select(scenario => (scenario, scenario.Run(loaded, Times)))]));
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

    /// <summary>The fixtures, woven by the release.</summary>
    /// <param name="Woven">The assembly.</param>
    /// <param name="Traces">What each scenario observes in the fixtures without weaving.</param>
    private sealed record Before(CompiledAssembly Woven, IReadOnlyList<(Scenario Scenario, IReadOnlyList<string> Traces)> Traces);
}
