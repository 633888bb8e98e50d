namespace Work;

/// <summary>Calls that are resumed by the thread pool.</summary>
public static class Yielding
{
    /// <summary>Suspends once.</summary>
#if BASE_LIBRARY_POOLING
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
#endif
    public static async ValueTask<int> OnceAsync()
    {
        await Task.Yield();
        return 1;
    }

    /// <summary>Suspends five times.</summary>
#if BASE_LIBRARY_POOLING
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
#endif
    public static async ValueTask<int> FiveTimesAsync()
    {
        await Task.Yield();
        await Task.Yield();
        await Task.Yield();
        await Task.Yield();
        await Task.Yield();
        return 5;
    }

    /// <summary>Ten calls, each of which awaits the next; the innermost one suspends.</summary>
    public static ValueTask<int> TenDeepAsync() => DescendAsync(10);

#if BASE_LIBRARY_POOLING
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
#endif
    private static async ValueTask<int> DescendAsync(int levels)
    {
        if (levels == 1)
        {
            await Task.Yield();
            return 1;
        }

        return await DescendAsync(levels - 1) + 1;
    }
}
