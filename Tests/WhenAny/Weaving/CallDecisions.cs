using System.Xml.Linq;
using PooledAwait.Fody.Options;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.WhenAny.Weaving;

/// <summary>Weaves the WhenAny fixtures with only the WhenAny rewrite, once for each level of its option.</summary>
internal static class CallDecisions
{
    /// <summary>
    /// The shapes (compiler settings) with which the WhenAny fixtures are compiled. They are the shapes of all fixtures, and shapes with other C# versions,
    /// whose compilers emit other WhenAny calls.
    /// </summary>
    public static readonly IReadOnlyList<Shape> Shapes = [.. Shape.All.Select(Own), .. Shape.OfWhenAny];

    public static readonly OneRewrite All = On(PooledWhenAny.All);

    public static readonly OneRewrite Tasks = On(PooledWhenAny.Tasks);

    public static readonly OneRewrite None = On(PooledWhenAny.None);

    /// <summary>Returns the same shape, but with only the WhenAny fixtures.</summary>
    public static Shape Own(Shape shape) => shape with { Fixtures = "WhenAny" };

    private static OneRewrite On(PooledWhenAny level) =>
        new("WhenAny", XElement.Parse($"""<PooledAwait Builders="None" DirectAwaits="false" TimedWaits="false" StateObjects="None" WhenAny="{level}" Report="Full" />"""));
}
