namespace PooledAwait.Runtime;

/// <summary>The bytes of all idle boxes in full magazines, over all pools: what <see cref="PoolLimits.MaximumBytes"/> bounds.</summary>
/// <remarks>
/// Written where a magazine goes to a depot or comes from one, and the first time that a pair fills one (<see cref="MagazinePair"/>): once for
/// <see cref="Magazine.Capacity"/> boxes at most, so one word for all threads is enough. What is not in it is a magazine and a box for each thread and method at most. The bound holds at every moment: a sum above it is taken back by whoever made it, before it puts anything.
/// </remarks>
internal static class PoolBytes
{
    private static long s_sum;

    public static long Sum => Volatile.Read(ref s_sum);

    /// <returns>False where that would be too many: nothing was added.</returns>
    public static bool TryAdd(long bytes)
    {
        if (Interlocked.Add(ref s_sum, bytes) <= PoolLimits.MaximumBytes)
        {
            return true;
        }

        Remove(bytes);
        return false;
    }

    public static void Remove(long bytes) => Interlocked.Add(ref s_sum, -bytes);
}
