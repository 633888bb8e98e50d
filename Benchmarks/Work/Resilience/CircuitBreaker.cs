namespace Work.Resilience;

/// <summary>Rejects calls for a while after several failures in a row.</summary>
public sealed class CircuitBreaker(int threshold, TimeSpan pause, Func<CancellationToken, ValueTask<int>> call)
{
    private int _failures;
    private long _openUntil;

    /// <summary>Returns the call's result, or throws an InvalidOperationException while the circuit is open.</summary>
#if BASE_LIBRARY_POOLING
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
#endif
    public async ValueTask<int> CallAsync(CancellationToken cancellation)
    {
        if (Volatile.Read(ref _failures) >= threshold && Environment.TickCount64 < Volatile.Read(ref _openUntil))
        {
            throw new InvalidOperationException("The circuit is open.");
        }

        try
        {
            var result = await call(cancellation);
            if (Volatile.Read(ref _failures) != 0)
            {
                Volatile.Write(ref _failures, 0);
            }

            return result;
        }
        catch (Exception exception) when (exception is not OperationCanceledException)
        {
            if (Interlocked.Increment(ref _failures) >= threshold)
            {
                Volatile.Write(ref _openUntil, Environment.TickCount64 + (long)pause.TotalMilliseconds);
            }

            throw;
        }
    }
}
