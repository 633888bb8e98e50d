using Polly;
using Polly.Timeout;

namespace PackageWork.Works;

/// <summary>Calls through Polly's older policies, which use tasks.</summary>
internal sealed class Policies() : Work("a call that suspends, through fallback, retry, circuit breaker, bulkhead and timeout policies", cost: 2)
{
    private readonly IAsyncPolicy<int> _policy = Policy.WrapAsync(
        Policy<int>.Handle<InvalidOperationException>().FallbackAsync(-1),
        Policy<int>.Handle<TimeoutRejectedException>().RetryAsync(2),
        Policy<int>.Handle<TimeoutRejectedException>().CircuitBreakerAsync(5, TimeSpan.FromMinutes(1)),
        Policy.BulkheadAsync<int>(1000),
        Policy.TimeoutAsync<int>(TimeSpan.FromMinutes(5)));

    public override Task StartAsync(int workers) => Task.CompletedTask;

    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        var call = new PendingCall();
        var next = 0;
        Func<CancellationToken, Task<int>> action =
            _ => call.StartAsync(next, next % 50 == 49 ? new InvalidOperationException("every fiftieth") : null).AsTask();
        for (; next < operations; next++)
        {
            digest.Add(await _policy.ExecuteAsync(action, CancellationToken.None));
        }

        return digest;
    }
}
