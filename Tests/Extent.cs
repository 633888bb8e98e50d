using Microsoft.CodeAnalysis.CSharp;
using Tests.Compilation;

namespace Tests;

/// <summary>
/// Decides how many cases of each large set a test run covers. A usual run covers a part of the set. A whole run (<c>POOLEDAWAIT_WHOLE=1</c>, docs/testing.md)
/// covers all cases.
/// </summary>
internal static class Extent
{
    public static bool IsWhole => Environment.GetEnvironmentVariable("POOLEDAWAIT_WHOLE") == "1";

    /// <summary>
    /// Two shapes of the fixtures (a shape is a framework with a build configuration). They cover both frameworks and both configurations. A whole run has all
    /// shapes.
    /// </summary>
    public static IReadOnlyList<Shape> Shapes => IsWhole ? Shape.All : [Shape.Release, Shape.StandardDebug];

    /// <summary>The shapes of <see cref="Shapes"/> as cases of a test. The test command runs only the first case.</summary>
    public static IEnumerable<TestCaseData> ShapesAsCases => Shapes.Select(shape => new TestCaseData(shape).ThoroughIf(shape != Shape.Release));

    /// <summary>
    /// The shapes for tests of WhenAny. They have several versions of C#, because compilers emit several forms of WhenAny calls. A usual run has C# 12 with the
    /// frameworks and configurations of <see cref="Shapes"/>, and C# 13 with .NET 9. A whole run has all shapes.
    /// </summary>
    public static IEnumerable<Shape> ShapesOfWhenAny => Shape.OfWhenAny.Where(shape => IsWhole || shape.Language switch
    {
        LanguageVersion.CSharp12 => Shapes.Any(own => (own.Framework, own.Optimised) == (shape.Framework, shape.Optimised)),
        _ => shape.Framework == "net9.0",
    });

    /// <summary>The shapes for tests that weave or compile all fixtures again: one shape, or all shapes in a whole run.</summary>
    public static IReadOnlyList<Shape> FewShapes => IsWhole ? Shape.All : [Shape.Release];
}
