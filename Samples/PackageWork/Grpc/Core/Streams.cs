namespace Grpc.Core;

[Flags]
public enum WriteFlags
{
    BufferHint = 1,
    NoCompress = 2,
}

public class WriteOptions(WriteFlags flags = 0)
{
    public static readonly WriteOptions Default = new();

    public WriteFlags Flags => flags;
}

public interface IAsyncStreamReader<out T>
{
    T Current { get; }

    Task<bool> MoveNext(CancellationToken cancellationToken);
}

public interface IAsyncStreamWriter<in T>
{
    WriteOptions? WriteOptions { get; set; }

    Task WriteAsync(T message);

    Task WriteAsync(T message, CancellationToken cancellationToken) =>
        cancellationToken.CanBeCanceled ? throw new NotSupportedException() : WriteAsync(message);
}

public interface IClientStreamWriter<in T> : IAsyncStreamWriter<T>
{
    Task CompleteAsync();
}

public interface IServerStreamWriter<in T> : IAsyncStreamWriter<T>
{
}
