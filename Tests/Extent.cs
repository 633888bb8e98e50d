using Tests.Compilation;

namespace Tests;

/// <summary>How much a test run does of what is a large set: a part, or all of it where <c>POOLEDAWAIT_WHOLE=1</c> asks for that (docs/testing.md).</summary>
internal static class Extent
{
    public static bool IsWhole => Environment.GetEnvironmentVariable("POOLEDAWAIT_WHOLE") == "1";

    /// <summary>Both frameworks and both configurations of the fixtures, or all of their pairs.</summary>
    public static IReadOnlyList<Shape> Shapes => IsWhole ? Shape.All : [Shape.Release, Shape.StandardDebug];

    /// <summary>One of them, or all of their pairs: for what weaves or compiles all fixtures once more.</summary>
    public static IReadOnlyList<Shape> FewShapes => IsWhole ? Shape.All : [Shape.Release];
}
