using System.Runtime.CompilerServices;
using System.Threading.Channels;
using Nerdbank.Streams;
using StreamJsonRpc;

namespace PackageWork.Works;

/// <summary>Calls of StreamJsonRpc in both directions, over streams in memory. Each worker has its own connection.</summary>
internal sealed class RemoteCalls() : Work("calls that return, fail and are cancelled, one for which the other side asks first, a notification, and a sequence", cost: 60)
{
    private const int Length = 10;

    private readonly List<(JsonRpc Client, JsonRpc Server, Sums Sums)> _connections = [];

    public override Task StartAsync(int workers)
    {
        for (var worker = 0; worker < workers; worker++)
        {
            var (here, there) = FullDuplexStream.CreatePair();
            var server = new JsonRpc(there);
            var sums = new Sums(server);
            server.AddLocalRpcTarget(sums, null);
            var client = new JsonRpc(here);
            client.AddLocalRpcMethod("Ask", static async (int number) =>
            {
                await Task.Yield();
                return number * 3;
            });
            server.StartListening();
            client.StartListening();
            _connections.Add((client, server, sums));
        }

        return Task.CompletedTask;
    }

    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        var (client, _, sums) = _connections[worker];
        for (var i = 0; i < operations; i++)
        {
            digest.Add(await client.InvokeAsync<int>(nameof(Sums.AddAsync), worker, i));
            digest.Add(await client.InvokeAsync<int>(nameof(Sums.AskAsync), i));
            try
            {
                await client.InvokeAsync(nameof(Sums.FailAsync), $"failure {i}");
            }
            catch (RemoteInvocationException exception)
            {
                digest.Add(exception.Message);
            }

            using var stop = new CancellationTokenSource();
            var endless = client.InvokeWithCancellationAsync(nameof(Sums.NeverAsync), cancellationToken: stop.Token);
            digest.Add(await sums.Started.Reader.ReadAsync());
            await stop.CancelAsync();
            try
            {
                await endless;
            }
            catch (OperationCanceledException exception)
            {
                digest.Add(exception.CancellationToken == stop.Token ? "cancelled" : "cancelled by another");
            }

            await client.NotifyAsync(nameof(Sums.Start), i);
            digest.Add(await sums.Started.Reader.ReadAsync());
            await foreach (var number in await client.InvokeAsync<IAsyncEnumerable<int>>(nameof(Sums.CountAsync), Length))
            {
                digest.Add(number);
            }
        }

        return digest;
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        foreach (var (client, server, _) in _connections)
        {
            client.Dispose();
            server.Dispose();
            await client.Completion;
        }
    }

    private sealed class Sums(JsonRpc caller)
    {
        public Channel<int> Started { get; } = Channel.CreateUnbounded<int>();

        public async Task<int> AddAsync(int left, int right)
        {
            await Task.Yield();
            return left + right;
        }

        public async Task<int> AskAsync(int number) => await caller.InvokeAsync<int>("Ask", number) + 1;

        public async Task FailAsync(string message)
        {
            await Task.Yield();
            throw new InvalidOperationException(message);
        }

        public async Task NeverAsync(CancellationToken cancellation)
        {
            Start(-1);
            await Task.Delay(Timeout.Infinite, cancellation);
        }

        public void Start(int number) => Started.Writer.TryWrite(number);

        public async IAsyncEnumerable<int> CountAsync(int to, [EnumeratorCancellation] CancellationToken cancellation)
        {
            for (var i = 0; i < to; i++)
            {
                cancellation.ThrowIfCancellationRequested();
                yield return i;
                await Task.Yield();
            }
        }
    }
}
