#if NET8_0_OR_GREATER
namespace PooledAwait.Runtime;

/// <summary>The sum of one method. <see cref="PoolSums"/> changes it before it shows it to anyone, and never again.</summary>
/// <param name="name">The method, or the class, as its author knows it.</param>
/// <param name="sum">What to begin with.</param>
/// <remarks>A class: generic code is shared by all classes, so lists and dictionaries of it add nothing to native code.</remarks>
internal sealed class MethodSum(string name, PoolSum sum)
{
    public string Name { get; } = name;

    public PoolSum Sum { get; set; } = sum;
}
#endif
