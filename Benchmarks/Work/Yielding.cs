namespace Work;

/// <summary>Calls that the thread pool resumes.</summary>
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

    /// <summary>Makes ten nested calls. Each call awaits the next one, and the innermost call suspends.</summary>
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
