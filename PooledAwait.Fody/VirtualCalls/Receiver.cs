using Mono.Cecil;

namespace PooledAwait.Fody.VirtualCalls;

/// <summary>A type of the module that the object of a virtual call may be of, exactly, and what the call reaches then.</summary>
/// <param name="Type">The type, as the slot's own type parameters name it.</param>
/// <param name="Implementation">The method, which can have a twin.</param>
internal sealed record Receiver(TypeReference Type, Implementation Implementation);
