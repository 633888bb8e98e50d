namespace Work;

/// <summary>Async methods without number: each type argument makes others, with pools of their own.</summary>
/// <typeparam name="T">Tells them apart.</typeparam>
public static class Kept<T>
    where T : struct
{
    /// <summary>Suspends once, and returns a ValueTask.</summary>
    /// <param name="signal">What it waits for.</param>
#if BASE_LIBRARY_POOLING
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
#endif
    public static async ValueTask<int> ValueAsync(Task signal)
    {
        await signal.ConfigureAwait(false);
        return 1;
    }

    /// <summary>Suspends once, with three longs in its machine, and returns a task.</summary>
    /// <param name="signal">What it waits for.</param>
    public static async Task<int> TaskAsync(Task signal)
    {
        long first = signal.Id, second = first + 1, third = second + 1;
        await signal.ConfigureAwait(false);
        return (int)(first + second + third);
    }

    /// <summary>Suspends once, and returns nothing.</summary>
    /// <param name="signal">What it waits for.</param>
    public static async void Void(Task signal) => await signal.ConfigureAwait(false);
}
