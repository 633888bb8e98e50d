namespace PooledAwait;

/// <summary>
/// Excludes code from weaving: the assembly, module, type, property, constructor or method that carries the attribute, with everything inside. A member inside
/// may carry <see cref="PooledAwaitAttribute"/>, which then takes precedence for that member.
/// </summary>
/// <remarks>The attribute has no effect at run time.</remarks>
[AttributeUsage(
    AttributeTargets.Assembly | AttributeTargets.Module | AttributeTargets.Class | AttributeTargets.Struct |
    AttributeTargets.Interface | AttributeTargets.Constructor | AttributeTargets.Method | AttributeTargets.Property,
    Inherited = false)]
public sealed class PooledAwaitIgnoreAttribute : Attribute;
