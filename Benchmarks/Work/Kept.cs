namespace Work;

/// <summary>Async methods for benchmarks that need many methods. Each type argument makes new methods, which have their own pools.</summary>
/// <typeparam name="T">Distinguishes the methods.</typeparam>
public static class Kept<T>
    where T : struct
{
    /// <summary>Suspends once, and returns a ValueTask.</summary>
    /// <param name="signal">The task that the call waits for.</param>
#if BASE_LIBRARY_POOLING
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
#endif
    public static async ValueTask<int> ValueAsync(Task signal)
    {
        await signal.ConfigureAwait(false);
        return 1;
    }

    /// <summary>Suspends once, with three longs in its machine, and returns a task.</summary>
    /// <param name="signal">The task that the call waits for.</param>
    public static async Task<int> TaskAsync(Task signal)
    {
        long first = signal.Id, second = first + 1, third = second + 1;
        await signal.ConfigureAwait(false);
        return (int)(first + second + third);
    }

    /// <summary>Suspends once, and returns nothing.</summary>
    /// <param name="signal">The task that the call waits for.</param>
    public static async void Void(Task signal) => await signal.ConfigureAwait(false);
}
