using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>A virtual call for which a dispatch method is worthwhile: a method that tests the object's type, and calls a twin if it knows the type.</summary>
/// <param name="Slot">The called slot.</param>
/// <param name="Place">The place of the dispatch method.</param>
/// <param name="Receivers">The types that the dispatch method knows. On objects of all other types, it calls the slot itself.</param>
internal sealed record Dispatch(VirtualSlot Slot, DispatchPlace Place, IReadOnlyList<Receiver> Receivers);
