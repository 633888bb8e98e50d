using System.Xml.Linq;
using Tests.Weaving;

namespace Tests.ContinueWith;

/// <summary>The fixtures woven by this rewrite alone.</summary>
internal static class CallDecisions
{
    public static readonly OneRewrite All = new("ContinueWith", XElement.Parse("""<PooledAwait Builders="None" DirectAwaits="false" WhenAny="None" Report="Full" />"""));
}
