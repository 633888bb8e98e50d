namespace PooledAwait.Fody.IL;

/// <summary>One use of a value on the evaluation stack.</summary>
/// <param name="Consumer">The instruction that takes the value.</param>
/// <param name="Argument">The index of the argument. The instruction's deepest argument has the index 0. In an instance call, it is <c>this</c>.</param>
internal readonly record struct StackUse(Instruction Consumer, int Argument);
