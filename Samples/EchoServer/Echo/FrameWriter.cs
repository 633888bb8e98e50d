using System.Buffers.Binary;

namespace Echo;

/// <summary>Writes the frames that <see cref="FrameReader"/> reads.</summary>
internal sealed class FrameWriter(Stream stream, int largestPayload)
{
    private readonly byte[] _buffer = new byte[FrameReader.HeaderSize + largestPayload];

    public async ValueTask WriteAsync(ReadOnlyMemory<byte> payload, CancellationToken cancellation)
    {
        BinaryPrimitives.WriteInt32LittleEndian(_buffer, payload.Length);
        payload.CopyTo(_buffer.AsMemory(FrameReader.HeaderSize));
        await stream.WriteAsync(_buffer.AsMemory(0, FrameReader.HeaderSize + payload.Length), cancellation);
    }

    /// <summary>Writes the header of the largest frame, without its payload.</summary>
    public ValueTask WriteHalfAsync(CancellationToken cancellation)
    {
        BinaryPrimitives.WriteInt32LittleEndian(_buffer, largestPayload);
        return stream.WriteAsync(_buffer.AsMemory(0, FrameReader.HeaderSize), cancellation);
    }
}
