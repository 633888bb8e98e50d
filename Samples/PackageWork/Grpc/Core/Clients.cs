namespace Grpc.Core;

public readonly record struct CallOptions(
    Metadata? Headers = null,
    DateTime? Deadline = null,
    CancellationToken CancellationToken = default,
    WriteOptions? WriteOptions = null,
    ContextPropagationToken? PropagationToken = null,
    CallCredentials? Credentials = null)
{
    public bool IsWaitForReady { get; private init; }

    public CallOptions WithWriteOptions(WriteOptions writeOptions) => this with { WriteOptions = writeOptions };

    public CallOptions WithWaitForReady(bool waitForReady = true) => this with { IsWaitForReady = waitForReady };
}

public abstract class CallInvoker
{
    public abstract TResponse BlockingUnaryCall<TRequest, TResponse>(
        Method<TRequest, TResponse> method, string? host, CallOptions options, TRequest request)
        where TRequest : class
        where TResponse : class;

    public abstract AsyncUnaryCall<TResponse> AsyncUnaryCall<TRequest, TResponse>(
        Method<TRequest, TResponse> method, string? host, CallOptions options, TRequest request)
        where TRequest : class
        where TResponse : class;

    public abstract AsyncServerStreamingCall<TResponse> AsyncServerStreamingCall<TRequest, TResponse>(
        Method<TRequest, TResponse> method, string? host, CallOptions options, TRequest request)
        where TRequest : class
        where TResponse : class;

    public abstract AsyncClientStreamingCall<TRequest, TResponse> AsyncClientStreamingCall<TRequest, TResponse>(
        Method<TRequest, TResponse> method, string? host, CallOptions options)
        where TRequest : class
        where TResponse : class;

    public abstract AsyncDuplexStreamingCall<TRequest, TResponse> AsyncDuplexStreamingCall<TRequest, TResponse>(
        Method<TRequest, TResponse> method, string? host, CallOptions options)
        where TRequest : class
        where TResponse : class;
}

public abstract class ChannelBase(string target)
{
    public string Target => target;

    public abstract CallInvoker CreateCallInvoker();

    public Task ShutdownAsync() => ShutdownAsyncCore();

    protected virtual Task ShutdownAsyncCore() => Task.CompletedTask;
}

/// <summary>The base class of generated clients.</summary>
public abstract class ClientBase<T>
    where T : ClientBase<T>
{
    protected ClientBase()
    {
    }

    protected ClientBase(ChannelBase channel) => CallInvoker = channel.CreateCallInvoker();

    protected ClientBase(CallInvoker callInvoker) => CallInvoker = callInvoker;

    protected ClientBase(ClientBaseConfiguration configuration) => throw new NotSupportedException($"{configuration}");

    protected CallInvoker CallInvoker { get; } = null!;

    protected abstract T NewInstance(ClientBaseConfiguration configuration);

    public sealed class ClientBaseConfiguration
    {
    }
}
