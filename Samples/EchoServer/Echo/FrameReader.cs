using System.Buffers.Binary;

namespace Echo;

/// <summary>Reads frames from a stream. A frame is a length of four bytes, little-endian, and then a payload of this length.</summary>
internal sealed class FrameReader(Stream stream, int largestPayload)
{
    public const int HeaderSize = sizeof(int);

    private readonly byte[] _buffer = new byte[HeaderSize + largestPayload];
    private int _start;
    private int _end;

    /// <summary>Returns the payload of the next frame; null if the stream has ended. The payload must be used before the next call.</summary>
    public async ValueTask<ReadOnlyMemory<byte>?> ReadAsync(CancellationToken cancellation)
    {
        if (await ReadLengthAsync(cancellation) is not { } length)
        {
            return null;
        }

        if (!await BufferAsync(length, cancellation))
        {
            throw new EndOfStreamException("The connection ended within a frame.");
        }

        var payload = _buffer.AsMemory(_start, length);
        _start += length;
        return payload;
    }

    private async ValueTask<int?> ReadLengthAsync(CancellationToken cancellation)
    {
        if (!await BufferAsync(HeaderSize, cancellation))
        {
            return _start == _end ? null : throw new EndOfStreamException("The connection ended within a frame's header.");
        }

        var length = BinaryPrimitives.ReadInt32LittleEndian(_buffer.AsSpan(_start));
        if (length < 0 || length > largestPayload)
        {
            throw new InvalidDataException($"A frame says it has {length} bytes; {largestPayload} are allowed.");
        }

        _start += HeaderSize;
        return length;
    }

    // Returns whether the given number of bytes came before the stream ended.
    private async ValueTask<bool> BufferAsync(int count, CancellationToken cancellation)
    {
        while (_end - _start < count)
        {
            if (!await FillAsync(count, cancellation))
            {
                return false;
            }
        }

        return true;
    }

    private async ValueTask<bool> FillAsync(int count, CancellationToken cancellation)
    {
        if (_buffer.Length - _start < count)
        {
            _buffer.AsSpan(_start.._end).CopyTo(_buffer);
            _end -= _start;
            _start = 0;
        }

        var read = await stream.ReadAsync(_buffer.AsMemory(_end), cancellation);
        _end += read;
        return read > 0;
    }
}
