namespace Work;

/// <summary>A look-up that suspends only if it misses.</summary>
public sealed class Cache
{
    private readonly int[] _values = [7];

    /// <summary>Returns the value at a place. Suspends once if the cache has no such place.</summary>
#if BASE_LIBRARY_POOLING
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
#endif
    public async ValueTask<int> GetAsync(int place)
    {
        var values = _values;
        if ((uint)place < (uint)values.Length)
        {
            return values[place];
        }

        await Task.Yield();
        return place;
    }
}
