using Polly;
using Polly.Hedging;

namespace PackageWork.Works;

/// <summary>Calls whose first attempt fails, so that Polly.Core's hedging makes a second attempt.</summary>
internal sealed class Hedging() : Work("a hedged call whose first attempt fails", cost: 20)
{
    private readonly ResiliencePipeline<int> _pipeline = new ResiliencePipelineBuilder<int>()
        .AddHedging(new HedgingStrategyOptions<int> { MaxHedgedAttempts = 1, Delay = Timeout.InfiniteTimeSpan })
        .Build();

    public override Task StartAsync(int workers) => Task.CompletedTask;

    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        var attempts = new Attempts();
        for (var i = 0; i < operations; i++)
        {
            digest.Add(await _pipeline.ExecuteAsync(static (state, _) => state.attempts.NextAsync(state.i), (attempts, i)));
        }

        return digest;
    }

    private sealed class Attempts
    {
        private readonly PendingCall _first = new();
        private readonly PendingCall _second = new();
        private int _count;

        public ValueTask<int> NextAsync(int value) =>
            _count++ % 2 == 0 ? _first.StartAsync(value, new InvalidOperationException("first")) : _second.StartAsync(value + 1);
    }
}
