using System.Runtime.CompilerServices;

namespace Grpc.Core;

/// <summary>The common parts of all calls: their headers, their status and trailers, and a way to end them early.</summary>
public abstract class Call(
    Func<object, Task<Metadata>> responseHeaders, Func<object, Status> status, Func<object, Metadata> trailers, Action<object> dispose, object state)
    : IDisposable
{
    public Task<Metadata> ResponseHeadersAsync => responseHeaders(state);

    public Status GetStatus() => status(state);

    public Metadata GetTrailers() => trailers(state);

    public void Dispose() => dispose(state);
}

public sealed class AsyncUnaryCall<TResponse>(
    Task<TResponse> response,
    Func<object, Task<Metadata>> responseHeaders,
    Func<object, Status> status,
    Func<object, Metadata> trailers,
    Action<object> dispose,
    object state) : Call(responseHeaders, status, trailers, dispose, state)
{
    public Task<TResponse> ResponseAsync => response;

    public TaskAwaiter<TResponse> GetAwaiter() => response.GetAwaiter();
}

public sealed class AsyncClientStreamingCall<TRequest, TResponse>(
    IClientStreamWriter<TRequest> requestStream,
    Task<TResponse> response,
    Func<object, Task<Metadata>> responseHeaders,
    Func<object, Status> status,
    Func<object, Metadata> trailers,
    Action<object> dispose,
    object state) : Call(responseHeaders, status, trailers, dispose, state)
{
    public IClientStreamWriter<TRequest> RequestStream => requestStream;

    public Task<TResponse> ResponseAsync => response;

    public TaskAwaiter<TResponse> GetAwaiter() => response.GetAwaiter();
}

public sealed class AsyncServerStreamingCall<TResponse>(
    IAsyncStreamReader<TResponse> responseStream,
    Func<object, Task<Metadata>> responseHeaders,
    Func<object, Status> status,
    Func<object, Metadata> trailers,
    Action<object> dispose,
    object state) : Call(responseHeaders, status, trailers, dispose, state)
{
    public IAsyncStreamReader<TResponse> ResponseStream => responseStream;
}

public sealed class AsyncDuplexStreamingCall<TRequest, TResponse>(
    IClientStreamWriter<TRequest> requestStream,
    IAsyncStreamReader<TResponse> responseStream,
    Func<object, Task<Metadata>> responseHeaders,
    Func<object, Status> status,
    Func<object, Metadata> trailers,
    Action<object> dispose,
    object state) : Call(responseHeaders, status, trailers, dispose, state)
{
    public IClientStreamWriter<TRequest> RequestStream => requestStream;

    public IAsyncStreamReader<TResponse> ResponseStream => responseStream;
}
