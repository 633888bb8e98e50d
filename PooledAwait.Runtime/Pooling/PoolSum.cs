#if NET8_0_OR_GREATER
namespace PooledAwait.Runtime;

/// <summary>What some pools have done since the program started, and what those of them that are loaded keep now.</summary>
/// <param name="Done">What they have done.</param>
/// <param name="IdleBoxes">The idle boxes that threads and depots have.</param>
/// <param name="IdleBytes">How much memory those are, about.</param>
internal readonly record struct PoolSum(PoolCounts Done, long IdleBoxes, long IdleBytes)
{
    public static PoolSum operator +(PoolSum left, PoolSum right) =>
        new(left.Done + right.Done, left.IdleBoxes + right.IdleBoxes, left.IdleBytes + right.IdleBytes);
}
#endif
