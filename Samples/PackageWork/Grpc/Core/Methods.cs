using System.Buffers;

namespace Grpc.Core;

public enum MethodType
{
    Unary,
    ClientStreaming,
    ServerStreaming,
    DuplexStreaming,
}

public interface IMethod
{
    MethodType Type { get; }

    string ServiceName { get; }

    string Name { get; }

    string FullName { get; }
}

public class Method<TRequest, TResponse>(
    MethodType type, string serviceName, string name, Marshaller<TRequest> requestMarshaller, Marshaller<TResponse> responseMarshaller) : IMethod
{
    public MethodType Type => type;

    public string ServiceName => serviceName;

    public string Name => name;

    public string FullName { get; } = $"/{serviceName}/{name}";

    public Marshaller<TRequest> RequestMarshaller => requestMarshaller;

    public Marshaller<TResponse> ResponseMarshaller => responseMarshaller;
}

/// <summary>Writes and reads messages of a type.</summary>
public class Marshaller<T>(Action<T, SerializationContext> serializer, Func<DeserializationContext, T> deserializer)
{
    public Action<T, SerializationContext> ContextualSerializer => serializer;

    public Func<DeserializationContext, T> ContextualDeserializer => deserializer;
}

public static class Marshallers
{
    public static Marshaller<T> Create<T>(Action<T, SerializationContext> serializer, Func<DeserializationContext, T> deserializer) =>
        new(serializer, deserializer);
}

public abstract class SerializationContext
{
    public abstract void Complete(byte[] payload);

    public abstract IBufferWriter<byte> GetBufferWriter();

    public virtual void SetPayloadLength(int payloadLength)
    {
    }

    public abstract void Complete();
}

public abstract class DeserializationContext
{
    public abstract int PayloadLength { get; }

    public abstract byte[] PayloadAsNewBuffer();

    public abstract ReadOnlySequence<byte> PayloadAsReadOnlySequence();
}
