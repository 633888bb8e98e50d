using Polly;
using Polly.CircuitBreaker;
using Polly.Fallback;
using Polly.Retry;

namespace PackageWork.Works;

/// <summary>
/// Calls through Polly.Core's fallback, retry and timeout, and an open circuit breaker. Every second call fails once, and every eighth call always fails.
/// </summary>
internal sealed class FailingPipelines()
    : Work("calls that fail once or always, through fallback, retry and timeout, and an open circuit breaker", cost: 20)
{
    private readonly ResiliencePipeline<int> _pipeline = new ResiliencePipelineBuilder<int>()
        .AddFallback(new FallbackStrategyOptions<int> { FallbackAction = static _ => Outcome.FromResultAsValueTask(-1) })
        .AddRetry(new RetryStrategyOptions<int> { MaxRetryAttempts = 2, Delay = TimeSpan.Zero })
        .AddTimeout(TimeSpan.FromMinutes(5))
        .Build();

    private readonly CircuitBreakerManualControl _control = new();
    private ResiliencePipeline? _open;

    public override async Task StartAsync(int workers)
    {
        _open = new ResiliencePipelineBuilder().AddCircuitBreaker(new CircuitBreakerStrategyOptions { ManualControl = _control }).Build();
        await _control.IsolateAsync();
    }

    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        var call = new FailingCall();
        for (var i = 0; i < operations; i++)
        {
            call.Start(failures: i % 8 == 0 ? int.MaxValue : i % 2);
            digest.Add(await _pipeline.ExecuteAsync(static (state, _) => state.call.NextAsync(state.i), (call, i)));
            digest.Add(call.Attempts);
            try
            {
                await _open!.ExecuteAsync(static (call, _) => new ValueTask(), call);
            }
            catch (IsolatedCircuitException exception)
            {
                digest.Add(exception.Message);
            }
        }

        return digest;
    }

    private sealed class FailingCall
    {
        private readonly PendingCall _call = new();
        private int _failures;

        public int Attempts { get; private set; }

        public void Start(int failures) => (_failures, Attempts) = (failures, 0);

        public ValueTask<int> NextAsync(int value) =>
            _call.StartAsync(value, ++Attempts <= _failures ? new InvalidOperationException($"attempt {Attempts}") : null);
    }
}
