using System.IO.Compression;

namespace Grpc.Net.Compression;

public interface ICompressionProvider
{
    string EncodingName { get; }

    Stream CreateCompressionStream(Stream stream, CompressionLevel? compressionLevel);

    Stream CreateDecompressionStream(Stream stream);
}

public sealed class GzipCompressionProvider(CompressionLevel defaultCompressionLevel) : ICompressionProvider
{
    public string EncodingName => "gzip";

    public Stream CreateCompressionStream(Stream stream, CompressionLevel? compressionLevel) =>
        new GZipStream(stream, compressionLevel ?? defaultCompressionLevel, leaveOpen: true);

    public Stream CreateDecompressionStream(Stream stream) => new GZipStream(stream, CompressionMode.Decompress, leaveOpen: true);
}

public sealed class DeflateCompressionProvider(CompressionLevel defaultCompressionLevel) : ICompressionProvider
{
    public string EncodingName => "deflate";

    public Stream CreateCompressionStream(Stream stream, CompressionLevel? compressionLevel) =>
        new ZLibStream(stream, compressionLevel ?? defaultCompressionLevel, leaveOpen: true);

    public Stream CreateDecompressionStream(Stream stream) => new ZLibStream(stream, CompressionMode.Decompress, leaveOpen: true);
}
