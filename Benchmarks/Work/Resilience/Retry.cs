namespace Work.Resilience;

/// <summary>Repeats calls that failed with a transient error.</summary>
public sealed class Retry(int attempts, Func<CancellationToken, ValueTask<int>> call)
{
    /// <summary>Returns the first result, or throws the last attempt's exception.</summary>
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
