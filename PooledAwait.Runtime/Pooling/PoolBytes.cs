namespace PooledAwait.Runtime;

/// <summary>The bytes of all boxes that magazines have room for, over all pools: what <see cref="PoolLimits.MaximumBytes"/> bounds.</summary>
/// <remarks>
/// Written when a magazine grows, goes to a depot or comes from one (<see cref="MagazinePair"/>), so one word for all threads is enough. The sum does not contain one box for each thread and method; a trim bounds those
/// (<see cref="IdleExcess"/>). The bound holds at every moment: a thread whose addition exceeds it takes the addition back before it puts anything. If the sum is at the bound, threads only read it.
/// </remarks>
internal static class PoolBytes
{
    private static long s_sum;

    public static long Sum => Volatile.Read(ref s_sum);

    /// <returns>False if that would be too many; then nothing was added.</returns>
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
