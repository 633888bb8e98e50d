namespace PooledAwait.Fody.Rewrites;

/// <summary>
/// An array, or the buffer of a span, that is made for one call, filled in order, and used for nothing else. If the instructions that make and fill it are removed, its elements stay on the stack, in
/// order.
/// </summary>
/// <param name="Count">The number of elements.</param>
/// <param name="Steps">The instructions that make and fill it.</param>
internal sealed record ArgumentArray(int Count, IReadOnlyList<Instruction> Steps);
