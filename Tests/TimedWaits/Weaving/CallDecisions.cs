using System.Xml.Linq;
using Tests.Weaving;

namespace Tests.TimedWaits.Weaving;

/// <summary>Weaves with only the rewrite of timed waits.</summary>
internal static class CallDecisions
{
    public static readonly OneRewrite All = new(
        "TimedWaits", XElement.Parse("""<PooledAwait Builders="None" DirectAwaits="false" WhenAny="None" StateObjects="None" Report="Full" />"""));
}
