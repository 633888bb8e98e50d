using NUnit.Framework;
using Tests.Compilation;
using Tests.Verifying;
using Tests.Weaving;

namespace Tests.Snapshots;

/// <summary>
/// The IL that the weaver makes of each fixture: of every member that it changed, the lines that are new with those around them. What the
/// compiler wrote and the weaver left is not repeated, and neither are the scenarios, which only drive what the fixture is about.
/// </summary>
[Parallelizable(ParallelScope.Self)]
public class WovenIlTests
{
    // What differs on netstandard2.0 is where the types are referred to, so a few fixtures show all there is to see.
    private static readonly string[] s_standard = ["AsyncVoids", "AwaitedValueTasks", "Generics", "Structs", "TaskMethods", "TryCatchFinally"];

    private static readonly string[] s_elsewhere = ["ContinueWith", "DirectAwait", "StateObjects", "WhenAny"];

    [TestCaseSource(nameof(Fixtures))]
    public Task Is_as_accepted(string fixture, Shape shape)
    {
        var woven = Weavers.WovenThroughout(shape);
        var type = $"{CompiledAssembly.Name}.Valid.{fixture}";
        var scenarios = DeclaredFixtures.Scenarios(shape).Where(s => s.Type == type).Select(s => s.Method).ToList();
        return Verifier.Verify(IlText.Excerpts(woven.Input, woven.Result, type, Left));

        bool Left(IlText.Member member) => !scenarios.Any(name => member.Key.Contains($" {name} (") || member.Type.StartsWith($"{type}+<{name}>d__"));
    }

    private static IEnumerable<TestCaseData> Fixtures() =>
        from shape in new[] { Shape.Release, Shape.Debug, Shape.StandardRelease }
        from fixture in DeclaredFixtures.Names(shape, "Valid")
        where !s_elsewhere.Any(fixture.StartsWith) // those snapshots stand in the rooms of their rewrites
        where shape.Framework == "net10.0" || s_standard.Contains(fixture)
        select new TestCaseData(fixture, shape);
}
