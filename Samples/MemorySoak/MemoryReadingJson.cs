using System.Text.Json.Serialization;

namespace MemorySoak;

/// <summary>Serializes readings as lines of JSON without reflection, because the echo server is also published trimmed.</summary>
[JsonSerializable(typeof(MemoryReading))]
internal sealed partial class MemoryReadingJson : JsonSerializerContext;
