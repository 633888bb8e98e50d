namespace PooledAwait;

/// <summary>
/// Excludes the assembly, module, type, property, constructor or method that carries the attribute, and everything inside, from weaving. A <see cref="PooledAwaitAttribute"/> on something inside
/// takes precedence there.
/// </summary>
/// <remarks>The attribute has no effect at run time.</remarks>
[AttributeUsage(
    AttributeTargets.Assembly | AttributeTargets.Module | AttributeTargets.Class | AttributeTargets.Struct |
    AttributeTargets.Interface | AttributeTargets.Constructor | AttributeTargets.Method | AttributeTargets.Property,
    Inherited = false)]
public sealed class PooledAwaitIgnoreAttribute : Attribute;
