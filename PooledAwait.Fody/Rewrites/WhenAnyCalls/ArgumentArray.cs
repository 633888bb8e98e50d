namespace PooledAwait.Fody.Rewrites;

/// <summary>
/// An array, or the buffer of a span. The code makes the array or buffer for one call, fills it in order, and does not use it otherwise. If the weaver removes
/// the instructions that make and fill it, the elements stay on the stack in the same order.
/// </summary>
/// <param name="Count">The number of elements.</param>
/// <param name="Steps">The instructions that make and fill the array or buffer.</param>
internal sealed record ArgumentArray(int Count, IReadOnlyList<Instruction> Steps);
