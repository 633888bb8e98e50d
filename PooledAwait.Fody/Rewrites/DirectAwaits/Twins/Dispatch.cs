using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>
/// Describes how a call of a dispatch method replaces a virtual call. The dispatch method compares the object's type with one or more types. If a type matches,
/// the dispatch method calls the twin of the method with which this type implements the virtual method.
/// </summary>
/// <param name="Slot">The virtual method that is called.</param>
/// <param name="Place">The place where the class of the dispatch method is declared.</param>
/// <param name="Receivers">The types for which the dispatch method calls a twin. For other objects, the dispatch method makes the virtual call.</param>
internal sealed record Dispatch(VirtualSlot Slot, DispatchPlace Place, IReadOnlyList<Receiver> Receivers);
