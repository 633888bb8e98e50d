using System.Text.Json.Serialization;

namespace MemorySoak;

/// <summary>Readings as lines of JSON, without reflection: the echo server is published trimmed too.</summary>
[JsonSerializable(typeof(MemoryReading))]
internal sealed partial class MemoryReadingJson : JsonSerializerContext;
