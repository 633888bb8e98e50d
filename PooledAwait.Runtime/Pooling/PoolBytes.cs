namespace PooledAwait.Runtime;

/// <summary>
/// Sums the bytes of the boxes in the magazines of all pools. For the magazine that a thread is using, the sum counts at least all boxes for which the magazine
/// has room. With this sum, pools keep the boxes in magazines within the bound <see cref="PoolLimits.MaximumBytes"/>.
/// </summary>
/// <remarks>
/// All threads share one word. This costs little, because threads write the word only in trims, and when a take finds a magazine empty or a put finds it full
/// (<see cref="MagazinePair"/>). For each method, a thread may also keep one box outside of its magazines. The sum does not count these boxes, but trims limit
/// their number (<see cref="IdleExcess"/>). The boxes in magazines never exceed the bound. A thread adds the bytes before it makes room in a magazine. If the
/// sum then exceeds the bound, the thread subtracts the bytes again and does not store the box. While the sum is at the bound, threads only read the sum.
/// </remarks>
internal static class PoolBytes
{
    private static long s_sum;

    public static long Sum => Volatile.Read(ref s_sum);

    /// <returns>False if the sum would exceed the bound; then nothing was added.</returns>
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
