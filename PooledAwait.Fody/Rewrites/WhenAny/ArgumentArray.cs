namespace PooledAwait.Fody.Rewrites.WhenAny;

/// <summary>
/// An array that is made for one call, filled in order and used for nothing else. Without the instructions that make and fill it, its elements
/// stay on the stack in order.
/// </summary>
/// <param name="Count">Its length.</param>
/// <param name="Steps">The instructions that make and fill it.</param>
internal sealed record ArgumentArray(int Count, IReadOnlyList<Instruction> Steps);
