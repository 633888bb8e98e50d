namespace PooledAwait.Fody.Decisions;

/// <summary>The rewrites, as the report names them.</summary>
internal enum Rewrite
{
    Builders,
    WhenAny,
    StateObjects,
    DirectAwaits,
}
