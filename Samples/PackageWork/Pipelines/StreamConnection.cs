using System.IO.Pipelines;

namespace Pipelines.Sockets.Unofficial;

/// <summary>Streams as pipes.</summary>
public static class StreamConnection
{
    public static IDuplexPipe GetDuplex(Stream stream, PipeOptions sendPipeOptions, PipeOptions receivePipeOptions, string? name = null) =>
        new Duplex(GetReader(stream, receivePipeOptions, name), PipeWriter.Create(stream, new StreamPipeWriterOptions(sendPipeOptions.Pool)));

    public static PipeReader GetReader(Stream stream, PipeOptions pipeOptions, string? name = null) =>
        PipeReader.Create(stream, new StreamPipeReaderOptions(pipeOptions.Pool));

    private sealed record Duplex(PipeReader Input, PipeWriter Output) : IDuplexPipe;
}
