using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>
/// A virtual call that is replaced by a call of a dispatch method. The dispatch method compares the object's type with several types. If a type matches, the
/// dispatch method calls the twin of this type's implementation.
/// </summary>
/// <param name="Slot">The virtual method that is called.</param>
/// <param name="Place">The place where the dispatch method is declared.</param>
/// <param name="Receivers">The types for which the dispatch method calls a twin. For objects of all other types, it makes the virtual call.</param>
internal sealed record Dispatch(VirtualSlot Slot, DispatchPlace Place, IReadOnlyList<Receiver> Receivers);
