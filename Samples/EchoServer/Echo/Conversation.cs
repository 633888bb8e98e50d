namespace Echo;

/// <summary>Sends messages that differ from each other, and compares every reply with its message, byte for byte.</summary>
internal sealed class Conversation(Client client, int number, int size) : IAsyncDisposable
{
    private readonly byte[] _message = new byte[size];
    private ulong _random = (ulong)number;

    /// <summary>The number of received replies.</summary>
    public long Sent { get; private set; }

    public async Task RunAsync(int messages, CancellationToken cancellation)
    {
        for (var i = 0; i < messages; i++)
        {
            await ExchangeAsync(cancellation);
        }
    }

    public ValueTask DisposeAsync() => client.DisposeAsync();

    private async ValueTask ExchangeAsync(CancellationToken cancellation)
    {
        Compose();
        var reply = await client.AskAsync(_message, cancellation);
        Sent++;
        if (!reply.Span.SequenceEqual(_message))
        {
            throw new InvalidDataException($"Connection {number}, message {Sent}: the reply is not what was sent.");
        }
    }

    // Uses Knuth's linear congruential generator, which is cheap and gives the same bytes in every run.
    private void Compose()
    {
        foreach (ref var b in _message.AsSpan())
        {
            _random = _random * 6364136223846793005 + 1442695040888963407;
            b = (byte)(_random >> 56);
        }
    }
}
