using System.Xml.Linq;
using Mono.Cecil;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.ContinueWith;

/// <summary>The fixtures woven by this rewrite alone, and what its report says of each call.</summary>
internal static class CallDecisions
{
    private static readonly OneRewrite s_rewrite = new("ContinueWith", XElement.Parse("""<PooledAwait Builders="None" WhenAny="None" Report="Full" />"""));

    public static IEnumerable<string> Fixtures(string folder) => s_rewrite.Fixtures(folder);

    public static Woven Woven(Shape shape) => s_rewrite.Woven(shape);

    public static IReadOnlyList<(string Method, string Decision)> In(Shape shape, string type) => s_rewrite.In(shape, type);

    public static (Woven Woven, string Report) Weave(CompiledAssembly input, Action<ModuleDefinition>? prepare = null) => s_rewrite.Weave(input, prepare);

    public static IReadOnlyList<(string Method, string Decision)> Of(string report, string type) => s_rewrite.Of(report, type);
}
