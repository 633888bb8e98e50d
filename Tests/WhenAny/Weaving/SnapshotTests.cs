using NUnit.Framework;
using Tests.Compilation;
using Tests.Verifying;
using Tests.Weaving;

namespace Tests.WhenAny.Weaving;

[Parallelizable(ParallelScope.Self)]
public class SnapshotTests
{
    [TestCaseSource(nameof(Released))]
    [TestCaseSource(nameof(Debugged))]
    public Task Weaves(string fixture, Shape shape) => Verifier.Verify(Excerpts(fixture, shape));

    [Test]
    public Task Weaves_arrays_of_the_compiler_s([Values("WhenAnyArguments", "WhenAnyCosts", "WhenAnyGenerics")] string fixture) =>
        Verifier.Verify(Excerpts(fixture, CallDecisions.Own(Shape.StandardRelease)));

    [Test]
    public Task Decides([ValueSource(typeof(CallDecisions), nameof(CallDecisions.Shapes))] Shape shape) => Verifier.Verify(string.Join("\n\n",
        from folder in new[] { "Valid", "LeftAlone" }
        from fixture in CallDecisions.All.Fixtures(folder)
        let type = $"{CompiledAssembly.Name}.{folder}.{fixture}"
        select $"{type}\n" + string.Join("\n", CallDecisions.All.In(shape, type).Select(decision => $"  {decision.Method}: {decision.Decision}"))));

    /// <summary>
    /// Of every member that is changed, the lines that are new with those around them; but not of async scenarios, which show nothing that what they
    /// drive does not.
    /// </summary>
    private static string Excerpts(string fixture, Shape shape)
    {
        var type = $"{CompiledAssembly.Name}.Valid.{fixture}";
        var scenarios = DeclaredFixtures.Scenarios(shape).Where(scenario => scenario.Type == type).Select(scenario => $"{type}+<{scenario.Method}>d__").ToList();
        return IlText.Excerpts(
            Fixtures.Compiled(shape), CallDecisions.All.Woven(shape).Result, type, member => !scenarios.Any(member.Type.StartsWith));
    }

    private static IEnumerable<object[]> Released() =>
        CallDecisions.All.Fixtures("Valid").Where(fixture => fixture != "WhenAnyContexts").Select(fixture => new object[] { fixture, CallDecisions.Own(Shape.Release) });

    // What is not awaited is the same without optimisation.
    private static IEnumerable<object[]> Debugged() =>
        new[] { "WhenAnyAwaited", "WhenAnyCosts", "WhenAnyHoisted" }.Select(fixture => new object[] { fixture, CallDecisions.Own(Shape.Debug) });
}
