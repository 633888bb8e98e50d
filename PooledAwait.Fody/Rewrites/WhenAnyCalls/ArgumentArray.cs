namespace PooledAwait.Fody.Rewrites;

/// <summary>
/// An array, or the buffer of a span. It is made for one call, filled in order, and has no other use. If the instructions that make and fill it are removed,
/// its elements stay on the stack in the same order.
/// </summary>
/// <param name="Count">The number of elements.</param>
/// <param name="Steps">The instructions that make and fill the array or buffer.</param>
internal sealed record ArgumentArray(int Count, IReadOnlyList<Instruction> Steps);
