namespace PooledAwait.Fody.Program;

/// <summary>An exact type that the object of a virtual call may have, and the method that the call then reaches.</summary>
/// <param name="Type">The type, expressed with the type parameters of the slot (the called virtual method).</param>
/// <param name="Implementation">The reached method, which can have a twin.</param>
internal sealed record Receiver(TypeReference Type, Implementation Implementation);
