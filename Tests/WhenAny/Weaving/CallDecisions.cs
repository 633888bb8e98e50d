using System.Xml.Linq;
using PooledAwait.Fody.Options;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.WhenAny.Weaving;

/// <summary>The fixtures woven by this rewrite alone, on every level.</summary>
internal static class CallDecisions
{
    /// <summary>This rewrite's fixtures alone: in every shape in which all fixtures are compiled, and in the other forms that compilers give WhenAny calls.</summary>
    public static readonly IReadOnlyList<Shape> Shapes = [.. Shape.All.Select(Own), .. Shape.OfWhenAny];

    public static readonly OneRewrite All = On(PooledWhenAny.All);

    public static readonly OneRewrite Tasks = On(PooledWhenAny.Tasks);

    public static readonly OneRewrite None = On(PooledWhenAny.None);

    /// <summary>A shape with this rewrite's fixtures alone.</summary>
    public static Shape Own(Shape shape) => shape with { Fixtures = "WhenAny" };

    private static OneRewrite On(PooledWhenAny level) =>
        new("WhenAny", XElement.Parse($"""<PooledAwait Builders="None" DirectAwaits="false" StateObjects="None" WhenAny="{level}" Report="Full" />"""));
}
