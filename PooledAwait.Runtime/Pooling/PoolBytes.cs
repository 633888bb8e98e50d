namespace PooledAwait.Runtime;

/// <summary>The bytes of all boxes that magazines have room for, over all pools: what <see cref="PoolLimits.MaximumBytes"/> bounds.</summary>
/// <remarks>
/// Written where a magazine grows, goes to a depot or comes from one (<see cref="MagazinePair"/>), so one word for all threads is enough. What is not in it is one box for each thread and method, which a trim bounds
/// (<see cref="IdleExcess"/>). The bound holds at every moment: a sum above it is taken back by whoever made it, before it puts anything. Where the sum is at the bound, threads only read it.
/// </remarks>
internal static class PoolBytes
{
    private static long s_sum;

    public static long Sum => Volatile.Read(ref s_sum);

    /// <returns>False where that would be too many: nothing was added.</returns>
    public static bool TryAdd(long bytes)
    {
        if (Sum > PoolLimits.MaximumBytes - bytes)
        {
            return false;
        }

        if (Interlocked.Add(ref s_sum, bytes) <= PoolLimits.MaximumBytes)
        {
            return true;
        }

        Remove(bytes);
        return false;
    }

    public static void Remove(long bytes) => Interlocked.Add(ref s_sum, -bytes);
}
