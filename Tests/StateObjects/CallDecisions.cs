using System.Xml.Linq;
using Tests.Weaving;

namespace Tests.StateObjects;

/// <summary>The fixtures, woven with only the rewrite of state objects.</summary>
internal static class CallDecisions
{
    public static readonly OneRewrite All = new(
        "StateObjects",
        XElement.Parse("""<PooledAwait Builders="None" DirectAwaits="false" TimedWaits="false" WhenAny="None" StateObjects="All" Report="Full" />"""),
        "ContinueWith");
}
