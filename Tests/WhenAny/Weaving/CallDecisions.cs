using System.Xml.Linq;
using Tests.Weaving;

namespace Tests.WhenAny.Weaving;

/// <summary>The fixtures woven by this rewrite alone, on every level.</summary>
internal static class CallDecisions
{
    public static readonly OneRewrite All = new("WhenAny", XElement.Parse("""<PooledAwait Builders="None" ContinueWith="false" Report="Full" />"""));

    public static readonly OneRewrite Tasks = new("WhenAny", XElement.Parse("""<PooledAwait Builders="None" ContinueWith="false" WhenAny="Tasks" Report="Full" />"""));

    public static readonly OneRewrite None = new("WhenAny", XElement.Parse("""<PooledAwait Builders="None" ContinueWith="false" WhenAny="None" Report="Full" />"""));
}
