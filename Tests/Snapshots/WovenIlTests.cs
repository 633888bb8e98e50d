using NUnit.Framework;
using Tests.Compilation;
using Tests.Verifying;
using Tests.Weaving;

namespace Tests.Snapshots;

/// <summary>What the weaver changes in each fixture, but for the scenarios, which only drive what the fixture is about.</summary>
[Parallelizable(ParallelScope.Self)]
public class WovenIlTests
{
    // What differs on netstandard2.0 is where the types are referred to, so a few fixtures show all there is to see.
    private static readonly string[] s_standard = ["AsyncVoids", "AwaitedValueTasks", "Generics", "Structs", "TaskMethods", "TryCatchFinally"];

    private static readonly string[] s_elsewhere = ["ContinueWith", "DirectAwait", "StateObjects", "WhenAny"];

    [TestCaseSource(nameof(Fixtures))]
    public Task Is_as_accepted(string fixture)
    {
        var type = $"{CompiledAssembly.Name}.Valid.{fixture}";
        Shape[] shapes = s_standard.Contains(fixture) ? [Shape.Release, Shape.Debug, Shape.StandardRelease] : [Shape.Release, Shape.Debug];
        return Verifier.Verify(ChangeText.Of(shapes.Select(Weavers.WovenThroughout), type, ChangeText.WithoutScenarios(shapes, type)));
    }

    private static IEnumerable<string> Fixtures() =>
        DeclaredFixtures.Names(Shape.Release, "Valid").Where(fixture => !s_elsewhere.Any(fixture.StartsWith)); // those stand in the rooms of their rewrites
}
