namespace PooledAwait.Fody.Decisions;

/// <summary>The rewrites. The report uses the names of these values.</summary>
internal enum Rewrite
{
    Builders,
    TimedWaits,
    WhenAny,
    StateObjects,
    DirectAwaits,
}
