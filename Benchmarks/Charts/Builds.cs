namespace Benchmarks.Charts;

/// <summary>The names of the builds in the report.</summary>
internal static class Builds
{
    public const string NotWoven = "not woven";
    public const string Peer = "base library pooling";
    public const string RuntimeAsync = "runtime-async";
    public const string Woven = "woven";
}
