using Polly;
using Polly.CircuitBreaker;
using Polly.Retry;

namespace PackageWork.Works;

/// <summary>Calls that suspend and succeed, through Polly.Core's retry, circuit breaker and timeout.</summary>
internal sealed class SuspendingPipelines() : Work("a call that suspends, through retry, circuit breaker and timeout", cost: 1)
{
    private readonly ResiliencePipeline _pipeline = new ResiliencePipelineBuilder()
        .AddRetry(new RetryStrategyOptions { MaxRetryAttempts = 3, Delay = TimeSpan.Zero })
        .AddCircuitBreaker(new CircuitBreakerStrategyOptions())
        .AddTimeout(TimeSpan.FromMinutes(5))
        .Build();

    public override Task StartAsync(int workers) => Task.CompletedTask;

    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        var call = new PendingCall();
        for (var i = 0; i < operations; i++)
        {
            digest.Add(await _pipeline.ExecuteAsync(static (state, _) => state.call.StartAsync(state.i), (call, i)));
        }

        return digest;
    }
}
