namespace PooledAwait.Runtime;

/// <summary>What the pools hold: an object that one call at a time owns, and nobody while it is idle.</summary>
internal abstract class Poolable
{
#if DEBUG
    /// <summary>1 while the object lies in its pool. See <see cref="IdleBoxes"/>.</summary>
    internal int IsIdle;
#endif
}
