using PooledAwait.Fody.VirtualCalls;

namespace PooledAwait.Fody.Twins;

/// <summary>A virtual call for which a method is worth having that asks the object for its type, and calls a twin where it knows that type.</summary>
/// <param name="Slot">What is called.</param>
/// <param name="Place">Where the method stands.</param>
/// <param name="Receivers">The types that it knows; it calls the slot itself on objects of all others.</param>
internal sealed record Dispatch(VirtualSlot Slot, DispatchPlace Place, IReadOnlyList<Receiver> Receivers);
