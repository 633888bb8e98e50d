namespace Benchmarks.Charts;

/// <summary>The builds as the report names them.</summary>
internal static class Builds
{
    public const string NotWoven = "not woven";
    public const string Peer = "base library pooling";
    public const string Woven = "woven";
}
