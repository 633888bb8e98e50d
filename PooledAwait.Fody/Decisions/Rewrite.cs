namespace PooledAwait.Fody.Decisions;

/// <summary>The rewrites, as the report names them.</summary>
internal enum Rewrite
{
    Builders,
    TimedWaits,
    WhenAny,
    StateObjects,
    DirectAwaits,
}
