using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>A virtual call that gets a dispatch method. A dispatch method tests the object's type, and calls a twin if it knows the type.</summary>
/// <param name="Slot">The called slot.</param>
/// <param name="Place">The place of the dispatch method.</param>
/// <param name="Receivers">The types that the dispatch method knows. For objects of all other types, it calls the slot itself.</param>
internal sealed record Dispatch(VirtualSlot Slot, DispatchPlace Place, IReadOnlyList<Receiver> Receivers);
