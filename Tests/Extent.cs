using Microsoft.CodeAnalysis.CSharp;
using Tests.Compilation;

namespace Tests;

/// <summary>Decides how much of each large set a test run covers: a part, or all of it if <c>POOLEDAWAIT_WHOLE=1</c> is set (docs/testing.md).</summary>
internal static class Extent
{
    public static bool IsWhole => Environment.GetEnvironmentVariable("POOLEDAWAIT_WHOLE") == "1";

    /// <summary>Two shapes of the fixtures that cover both frameworks and both configurations; in a whole run, all combinations.</summary>
    public static IReadOnlyList<Shape> Shapes => IsWhole ? Shape.All : [Shape.Release, Shape.StandardDebug];

    /// <summary>The shapes of <see cref="Shapes"/> as cases of a test. The test command runs only the first case.</summary>
    public static IEnumerable<TestCaseData> ShapesAsCases => Shapes.Select(shape => new TestCaseData(shape).ThoroughIf(shape != Shape.Release));

    /// <summary>
    /// Further shapes, for the WhenAny calls that other compilers emit: C# 12 in the shapes of this run, and C# 13 for .NET 9. A whole run has all shapes.
    /// </summary>
    public static IEnumerable<Shape> ShapesOfWhenAny => Shape.OfWhenAny.Where(shape => IsWhole || shape.Language switch
    {
        LanguageVersion.CSharp12 => Shapes.Any(own => (own.Framework, own.Optimised) == (shape.Framework, shape.Optimised)),
        _ => shape.Framework == "net9.0",
    });

    /// <summary>The shapes for tests that weave or compile all fixtures again: one shape, or all shapes in a whole run.</summary>
    public static IReadOnlyList<Shape> FewShapes => IsWhole ? Shape.All : [Shape.Release];
}
