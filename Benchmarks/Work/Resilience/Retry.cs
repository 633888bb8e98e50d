namespace Work.Resilience;

/// <summary>Calls again what failed in a way that passes.</summary>
public sealed class Retry(int attempts, Func<CancellationToken, ValueTask<int>> call)
{
    /// <summary>The first result, or the last attempt's exception.</summary>
#if BASE_LIBRARY_POOLING
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
#endif
    public async ValueTask<int> CallAsync(CancellationToken cancellation)
    {
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                return await call(cancellation);
            }
            catch (Exception exception) when (attempt < attempts && exception is TimeoutException or IOException)
            {
                await Task.Delay(TimeSpan.FromMilliseconds(50 * attempt), cancellation);
            }
        }
    }
}
