using System.Threading.Channels;
using Microsoft.AspNetCore.SignalR;
using Microsoft.AspNetCore.SignalR.Client;

namespace PackageWork.Works;

/// <summary>Calls and streams between a hub and its clients, in both directions.</summary>
internal sealed class HubCalls() : HubWork("calls that return and fail, a call that the server answers with another, one for which it asks the client first, and a stream each way", cost: 40)
{
    private const int Length = 10;

    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        var connection = this[worker];
        var told = Channel.CreateUnbounded<int>();
        using var tells = connection.On<int>("Told", number => told.Writer.TryWrite(number));
        using var asks = connection.On<int, int>("Asked", async number =>
        {
            await Task.Yield();
            return number * 3;
        });
        for (var i = 0; i < operations; i++)
        {
            digest.Add(await connection.InvokeAsync<string>(nameof(EchoHub.Echo), $"text {i}"));
            digest.Add(await connection.InvokeAsync<int>(nameof(EchoHub.AddAsync), worker, i));
            try
            {
                await connection.InvokeAsync(nameof(EchoHub.Fail), $"failure {i}");
            }
            catch (HubException exception)
            {
                digest.Add(exception.Message);
            }

            await connection.SendAsync(nameof(EchoHub.TellAsync), i);
            digest.Add(await told.Reader.ReadAsync());
            await connection.SendAsync(nameof(EchoHub.AskAsync), i);
            digest.Add(await told.Reader.ReadAsync());

            await foreach (var number in connection.StreamAsync<int>(nameof(EchoHub.CountAsync), Length))
            {
                digest.Add(number);
            }

            digest.Add(await connection.InvokeAsync<int>(nameof(EchoHub.SumAsync), NumbersAsync(i)));
        }

        return digest;
    }

    private static async IAsyncEnumerable<int> NumbersAsync(int first)
    {
        for (var number = first; number < first + Length; number++)
        {
            yield return number;
            await Task.Yield();
        }
    }
}
