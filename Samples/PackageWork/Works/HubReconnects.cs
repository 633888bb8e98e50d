using Microsoft.AspNetCore.SignalR.Client;

namespace PackageWork.Works;

/// <summary>Connections that break and that the client then restores.</summary>
internal sealed class HubReconnects() : HubWork("a connection that is lost, made anew and used", cost: 100)
{
    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        var connection = this[worker];
        var (lost, back) = (0, 0);
        using var told = new SemaphoreSlim(0);
        connection.Reconnecting += Lost;
        connection.Reconnected += BackAsync;
        for (var i = 0; i < operations; i++)
        {
            Lose(worker);

            // SignalR raises the two events from separate work items, so it may report the loss after the new connection.
            await told.WaitAsync();
            await told.WaitAsync();
            digest.Add(await connection.InvokeAsync<string>(nameof(EchoHub.Echo), $"text {i}"));
            digest.Add(lost);
            digest.Add(back);
        }

        connection.Reconnecting -= Lost;
        connection.Reconnected -= BackAsync;
        return digest;

        Task Lost(Exception? exception)
        {
            Interlocked.Increment(ref lost);
            told.Release();
            return Task.CompletedTask;
        }

        async Task BackAsync(string? connectionId)
        {
            await Task.Yield();
            Interlocked.Increment(ref back);
            told.Release();
        }
    }
}
