using System.Xml.Linq;
using PooledAwait.Fody.Options;
using Tests.Weaving;

namespace Tests.WhenAny.Weaving;

/// <summary>The fixtures woven by this rewrite alone, on every level.</summary>
internal static class CallDecisions
{
    public static readonly OneRewrite All = On(WhenAnyLevel.All);

    public static readonly OneRewrite Tasks = On(WhenAnyLevel.Tasks);

    public static readonly OneRewrite None = On(WhenAnyLevel.None);

    private static OneRewrite On(WhenAnyLevel level) =>
        new("WhenAny", XElement.Parse($"""<PooledAwait Builders="None" DirectAwaits="false" StateObjects="None" WhenAny="{level}" Report="Full" />"""));
}
