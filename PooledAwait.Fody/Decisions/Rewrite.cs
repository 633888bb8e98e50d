namespace PooledAwait.Fody.Decisions;

/// <summary>The rewrites, by their names in the report.</summary>
internal enum Rewrite
{
    Builders,
    TimedWaits,
    WhenAny,
    StateObjects,
    DirectAwaits,
}
