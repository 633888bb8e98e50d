#if NET8_0_OR_GREATER
namespace PooledAwait.Runtime;

/// <summary>The sum of the pools of one method. After <see cref="PoolSums"/> has returned the sum to a reader, the sum never changes.</summary>
/// <param name="name">The name of the method or the class, as the source names it.</param>
/// <param name="sum">The initial sum.</param>
/// <remarks>This is a class, because all classes share the same generic code. So lists and dictionaries of this type add nothing to native code.</remarks>
internal sealed class MethodSum(string name, PoolSum sum)
{
    public string Name { get; } = name;

    public PoolSum Sum { get; set; } = sum;
}
#endif
