namespace PooledAwait;

/// <summary>
/// Tells the weaver to leave the assembly, module, type, property, constructor or method that carries it, and everything inside, as the compiler made it. A
/// <see cref="PooledAwaitAttribute"/> on something inside takes precedence there.
/// </summary>
/// <remarks>Read at build time only; it has no effect at run time.</remarks>
[AttributeUsage(
    AttributeTargets.Assembly | AttributeTargets.Module | AttributeTargets.Class | AttributeTargets.Struct |
    AttributeTargets.Interface | AttributeTargets.Constructor | AttributeTargets.Method | AttributeTargets.Property,
    Inherited = false)]
public sealed class PooledAwaitIgnoreAttribute : Attribute;
