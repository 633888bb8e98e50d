namespace PooledAwait.Runtime;

/// <summary>
/// Sums the bytes of all boxes that the magazines of all pools have room for. <see cref="PoolLimits.MaximumBytes"/> bounds the bytes of the boxes in magazines.
/// </summary>
/// <remarks>
/// All threads share one word. This costs little, because threads write the word only when a magazine grows, goes to a depot or comes from one
/// (<see cref="MagazinePair"/>), and in trims. The sum leaves out one box for each thread and method; a trim bounds these boxes (<see cref="IdleExcess"/>). The
/// boxes never exceed the bound: if a thread's addition exceeds the bound, the thread subtracts the bytes again before it puts a box. While the sum is at the
/// bound, threads only read the sum.
/// </remarks>
internal static class PoolBytes
{
    private static long s_sum;

    public static long Sum => Volatile.Read(ref s_sum);

    /// <returns>False if the bytes would exceed the bound; then nothing was added.</returns>
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
