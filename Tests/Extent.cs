using Microsoft.CodeAnalysis.CSharp;
using Tests.Compilation;

namespace Tests;

/// <summary>How much a test run does of what is a large set: a part, or all of it where <c>POOLEDAWAIT_WHOLE=1</c> asks for that (docs/testing.md).</summary>
internal static class Extent
{
    public static bool IsWhole => Environment.GetEnvironmentVariable("POOLEDAWAIT_WHOLE") == "1";

    /// <summary>Both frameworks and both configurations of the fixtures, or all of their pairs.</summary>
    public static IReadOnlyList<Shape> Shapes => IsWhole ? Shape.All : [Shape.Release, Shape.StandardDebug];

    /// <summary>The other forms of WhenAny's calls: those of C# 12 in the shapes of a run, and those of C# 13 for .NET 9, or all.</summary>
    public static IEnumerable<Shape> ShapesOfWhenAny => Shape.OfWhenAny.Where(shape => IsWhole || shape.Language switch
    {
        LanguageVersion.CSharp12 => Shapes.Any(own => (own.Framework, own.Optimised) == (shape.Framework, shape.Optimised)),
        _ => shape.Framework == "net9.0",
    });

    /// <summary>One of them, or all of their pairs: for what weaves or compiles all fixtures once more.</summary>
    public static IReadOnlyList<Shape> FewShapes => IsWhole ? Shape.All : [Shape.Release];
}
