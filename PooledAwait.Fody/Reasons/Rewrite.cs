namespace PooledAwait.Fody.Reasons;

/// <summary>The rewrites that the weaver knows, as users read of them in the report.</summary>
internal enum Rewrite
{
    Builders,
    WhenAny,
    StateObjects,
    DirectAwaits,
}
