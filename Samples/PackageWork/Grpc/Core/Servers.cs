namespace Grpc.Core;

public delegate Task<TResponse> UnaryServerMethod<TRequest, TResponse>(TRequest request, ServerCallContext context)
    where TRequest : class
    where TResponse : class;

public delegate Task<TResponse> ClientStreamingServerMethod<TRequest, TResponse>(IAsyncStreamReader<TRequest> requests, ServerCallContext context)
    where TRequest : class
    where TResponse : class;

public delegate Task ServerStreamingServerMethod<TRequest, TResponse>(
    TRequest request, IServerStreamWriter<TResponse> responses, ServerCallContext context)
    where TRequest : class
    where TResponse : class;

public delegate Task DuplexStreamingServerMethod<TRequest, TResponse>(
    IAsyncStreamReader<TRequest> requests, IServerStreamWriter<TResponse> responses, ServerCallContext context)
    where TRequest : class
    where TResponse : class;

/// <summary>Names the method that binds a generated service.</summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class BindServiceMethodAttribute(Type bindType, string bindMethodName) : Attribute
{
    public Type BindType => bindType;

    public string BindMethodName => bindMethodName;
}

public abstract class ServiceBinderBase
{
    public abstract void AddMethod<TRequest, TResponse>(Method<TRequest, TResponse> method, UnaryServerMethod<TRequest, TResponse>? handler)
        where TRequest : class
        where TResponse : class;

    public abstract void AddMethod<TRequest, TResponse>(Method<TRequest, TResponse> method, ClientStreamingServerMethod<TRequest, TResponse>? handler)
        where TRequest : class
        where TResponse : class;

    public abstract void AddMethod<TRequest, TResponse>(Method<TRequest, TResponse> method, ServerStreamingServerMethod<TRequest, TResponse>? handler)
        where TRequest : class
        where TResponse : class;

    public abstract void AddMethod<TRequest, TResponse>(Method<TRequest, TResponse> method, DuplexStreamingServerMethod<TRequest, TResponse>? handler)
        where TRequest : class
        where TResponse : class;
}

public class ServerServiceDefinition
{
    private readonly List<Action<ServiceBinderBase>> _methods = [];

    public static Builder CreateBuilder() => new();

    public void BindService(ServiceBinderBase binder) => _methods.ForEach(add => add(binder));

    public class Builder
    {
        private readonly ServerServiceDefinition _definition = new();

        public Builder AddMethod<TRequest, TResponse>(Method<TRequest, TResponse> method, UnaryServerMethod<TRequest, TResponse> handler)
            where TRequest : class
            where TResponse : class => Add(binder => binder.AddMethod(method, handler));

        public Builder AddMethod<TRequest, TResponse>(Method<TRequest, TResponse> method, ClientStreamingServerMethod<TRequest, TResponse> handler)
            where TRequest : class
            where TResponse : class => Add(binder => binder.AddMethod(method, handler));

        public Builder AddMethod<TRequest, TResponse>(Method<TRequest, TResponse> method, ServerStreamingServerMethod<TRequest, TResponse> handler)
            where TRequest : class
            where TResponse : class => Add(binder => binder.AddMethod(method, handler));

        public Builder AddMethod<TRequest, TResponse>(Method<TRequest, TResponse> method, DuplexStreamingServerMethod<TRequest, TResponse> handler)
            where TRequest : class
            where TResponse : class => Add(binder => binder.AddMethod(method, handler));

        public ServerServiceDefinition Build() => _definition;

        private Builder Add(Action<ServiceBinderBase> method)
        {
            _definition._methods.Add(method);
            return this;
        }
    }
}

public abstract class ServerCallContext
{
    public string Method => MethodCore;

    public string Host => HostCore;

    public string Peer => PeerCore;

    public DateTime Deadline => DeadlineCore;

    public Metadata RequestHeaders => RequestHeadersCore;

    public CancellationToken CancellationToken => CancellationTokenCore;

    public Metadata ResponseTrailers => ResponseTrailersCore;

    public Status Status
    {
        get => StatusCore;
        set => StatusCore = value;
    }

    public WriteOptions? WriteOptions
    {
        get => WriteOptionsCore;
        set => WriteOptionsCore = value;
    }

    public AuthContext AuthContext => AuthContextCore;

    public IDictionary<object, object> UserState => UserStateCore;

    protected abstract string MethodCore { get; }

    protected abstract string HostCore { get; }

    protected abstract string PeerCore { get; }

    protected abstract DateTime DeadlineCore { get; }

    protected abstract Metadata RequestHeadersCore { get; }

    protected abstract CancellationToken CancellationTokenCore { get; }

    protected abstract Metadata ResponseTrailersCore { get; }

    protected abstract Status StatusCore { get; set; }

    protected abstract WriteOptions? WriteOptionsCore { get; set; }

    protected abstract AuthContext AuthContextCore { get; }

    protected virtual IDictionary<object, object> UserStateCore { get; } = new Dictionary<object, object>();

    public Task WriteResponseHeadersAsync(Metadata responseHeaders) => WriteResponseHeadersAsyncCore(responseHeaders);

    protected abstract Task WriteResponseHeadersAsyncCore(Metadata responseHeaders);

    protected abstract ContextPropagationToken CreatePropagationTokenCore(ContextPropagationOptions? options);
}

public abstract class ContextPropagationToken
{
}

public class ContextPropagationOptions
{
}

public class AuthContext(string? peerIdentityPropertyName, Dictionary<string, List<AuthProperty>> properties)
{
    public string? PeerIdentityPropertyName => peerIdentityPropertyName;

    public IEnumerable<AuthProperty> Properties => properties.Values.SelectMany(property => property);
}

public class AuthProperty
{
    private AuthProperty(string name, byte[] value) => (Name, ValueBytes) = (name, value);

    public string Name { get; }

    public byte[] ValueBytes { get; }

    public static AuthProperty Create(string name, byte[] rawValue) => new(name, rawValue);
}
