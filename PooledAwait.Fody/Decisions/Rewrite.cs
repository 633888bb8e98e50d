namespace PooledAwait.Fody.Decisions;

/// <summary>The rewrites that the weaver knows, as the report names them.</summary>
internal enum Rewrite
{
    Builders,
    WhenAny,
    StateObjects,
    DirectAwaits,
}
