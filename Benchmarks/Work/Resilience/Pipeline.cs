namespace Work.Resilience;

/// <summary>A remote call through retry, timeout and circuit breaker.</summary>
public sealed class Pipeline
{
    private readonly Retry _outermost;

    /// <summary>Builds the layers, the innermost first.</summary>
    public Pipeline()
    {
        var breaker = new CircuitBreaker(threshold: 5, TimeSpan.FromSeconds(30), RequestAsync);
        var timeout = new Timeout(TimeSpan.FromSeconds(30), breaker.CallAsync);
        _outermost = new Retry(attempts: 3, timeout.CallAsync);
    }

    /// <summary>Makes a request through all layers.</summary>
    public ValueTask<int> CallAsync(CancellationToken cancellation) => _outermost.CallAsync(cancellation);

#if BASE_LIBRARY_POOLING
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
#endif
    private static async ValueTask<int> RequestAsync(CancellationToken cancellation)
    {
        await Task.Yield();
        cancellation.ThrowIfCancellationRequested();
        return 1;
    }
}
