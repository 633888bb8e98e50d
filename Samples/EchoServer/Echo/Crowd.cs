using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;

namespace Echo;

/// <summary>The counts of what a crowd of clients did.</summary>
/// <param name="Messages">The number of replies, each compared with its message.</param>
/// <param name="Connections">The number of all connections over time.</param>
/// <param name="Cut">The number of connections that were cut off, and not hung up as usual.</param>
/// <param name="Ended">The number of conversations that ended with an exception that a cut, or the end of the run, can cause.</param>
/// <param name="Failures">How often each other exception occurred, by its type and message.</param>
public sealed record CrowdTally(long Messages, long Connections, long Cut, long Ended, IReadOnlyDictionary<string, long> Failures);

/// <summary>
/// An echo server and clients that come and go. Each client talks for a while. Then the client hangs up, or is cut off at any moment in one of several
/// ways. Another client takes its place.
/// </summary>
public sealed class Crowd
{
    private const int LongestConversation = 400;
    private static readonly TimeSpan s_longestBeforeCut = TimeSpan.FromSeconds(8);

    private readonly ConcurrentDictionary<string, long> _failures = new();
    private readonly int _size;
    private readonly CancellationToken _stop;
    private long _messages;
    private long _connections;
    private long _cut;
    private long _ended;

    private Crowd(int size, CancellationToken stop)
    {
        _size = size;
        _stop = stop;
    }

    private enum End
    {
        HangUp,
        Reset,
        WithinFrame,
        ResetByAnother,
        Cancel,
    }

    /// <summary>Starts a server, lets clients talk to it until <paramref name="stop"/> is cancelled, and waits until all clients have ended.</summary>
    /// <param name="clients">The number of clients that are connected at the same time.</param>
    /// <param name="size">The number of bytes in each message.</param>
    /// <param name="seed">Decides which clients are cut off, and how.</param>
    /// <param name="stop">Ends the run.</param>
    public static async Task<CrowdTally> RunAsync(int clients, int size, int seed, CancellationToken stop)
    {
        var crowd = new Crowd(size, stop);
        await using (var server = new Server(EchoAsync, size, crowd.Note))
        {
            await Task.WhenAll(Enumerable.Range(1, clients)
                .Select(number => crowd.ComeAndGoAsync(server.EndPoint, number, new Random(seed * clients + number))));
        }

        return new CrowdTally(crowd._messages, crowd._connections, crowd._cut, crowd._ended, crowd._failures);
    }

    private static ValueTask<ReadOnlyMemory<byte>> EchoAsync(ReadOnlyMemory<byte> message, CancellationToken cancellation) => new(message);

    private async Task ComeAndGoAsync(EndPoint server, int number, Random random)
    {
        while (!_stop.IsCancellationRequested)
        {
            try
            {
                await TalkAsync(server, number, random);
            }
            catch (Exception end) when (end is IOException or SocketException or ObjectDisposedException or OperationCanceledException)
            {
                Interlocked.Increment(ref _ended);
            }
            catch (Exception failure)
            {
                Note(failure);
            }
        }
    }

    private async Task TalkAsync(EndPoint server, int number, Random random)
    {
        await using var client = await Client.ConnectAsync(server, _size, _stop);
        Interlocked.Increment(ref _connections);
        var conversation = new Conversation(client, number, _size);
        var end = (End)random.Next((int)End.Cancel + 1);
        if (end != End.HangUp)
        {
            Interlocked.Increment(ref _cut);
        }

        try
        {
            switch (end)
            {
                case End.HangUp or End.Reset or End.WithinFrame:
                    await conversation.RunAsync(random.Next(LongestConversation), _stop);
                    await LeaveAsync(client, end);
                    break;
                case End.ResetByAnother:
                    await Task.WhenAll(conversation.RunAsync(int.MaxValue, _stop), ResetAsync(client, random.NextDouble() * s_longestBeforeCut));
                    break;
                case End.Cancel:
                    using (var cancel = CancellationTokenSource.CreateLinkedTokenSource(_stop))
                    {
                        cancel.CancelAfter(random.NextDouble() * s_longestBeforeCut);
                        await conversation.RunAsync(int.MaxValue, cancel.Token);
                    }

                    break;
            }
        }
        finally
        {
            Interlocked.Add(ref _messages, conversation.Sent);
        }
    }

    private async ValueTask LeaveAsync(Client client, End end)
    {
        if (end == End.Reset)
        {
            client.Reset();
        }
        else if (end == End.WithinFrame)
        {
            await client.WriteHalfAsync(_stop);
        }
    }

    // Resets the connection, whatever the client does at that moment.
    private async Task ResetAsync(Client client, TimeSpan delay)
    {
        await Task.Delay(delay, _stop);
        client.Reset();
    }

    private void Note(Exception failure) =>
        _failures.AddOrUpdate($"{failure.GetType()}: {failure.Message}", 1, static (_, count) => count + 1);
}
