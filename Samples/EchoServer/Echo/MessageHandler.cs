namespace Echo;

/// <summary>Returns the server's answer to a message.</summary>
internal delegate ValueTask<ReadOnlyMemory<byte>> MessageHandler(ReadOnlyMemory<byte> message, CancellationToken cancellation);
