namespace Echo;

/// <summary>What a server answers to a message.</summary>
internal delegate ValueTask<ReadOnlyMemory<byte>> MessageHandler(ReadOnlyMemory<byte> message, CancellationToken cancellation);
