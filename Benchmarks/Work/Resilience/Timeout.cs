namespace Work.Resilience;

/// <summary>Cancels a call that takes too long.</summary>
public sealed class Timeout(TimeSpan limit, Func<CancellationToken, ValueTask<int>> call)
{
    /// <summary>Returns the call's result, or throws a TimeoutException if the result does not come in time.</summary>
#if BASE_LIBRARY_POOLING
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
#endif
    public async ValueTask<int> CallAsync(CancellationToken cancellation)
    {
        using var source = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        source.CancelAfter(limit);
        try
        {
            return await call(source.Token);
        }
        catch (OperationCanceledException) when (source.IsCancellationRequested && !cancellation.IsCancellationRequested)
        {
            throw new TimeoutException();
        }
    }
}
