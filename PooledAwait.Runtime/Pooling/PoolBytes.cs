namespace PooledAwait.Runtime;

/// <summary>
/// Sums the bytes of all boxes that the magazines of all pools have room for. <see cref="PoolLimits.MaximumBytes"/> bounds the bytes of the boxes in magazines.
/// </summary>
/// <remarks>
/// All threads share one word. This suffices, because threads write it only when a magazine grows, goes to a depot or comes from one
/// (<see cref="MagazinePair"/>), and when boxes are given up. Each thread may have one more box of each pool, which is in no magazine. The sum leaves out these
/// boxes; a trim bounds them (<see cref="IdleExcess"/>). TryAdd may add bytes before it finds that they are too many. So the sum may exceed the bound for a
/// moment. The boxes in magazines never do: TryAdd subtracts the bytes again before its caller puts a box. Once the sum is at the bound, TryAdd only reads it;
/// Remove always writes it.
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
