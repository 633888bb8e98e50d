namespace PooledAwait;

/// <summary>
/// Selects what the weaver rewrites in the assembly, module, type, property, constructor or method that carries the attribute, including lambdas and local
/// functions. If the attribute omits a setting, the next wider scope provides it. From narrow to wide, the scopes are: method or constructor, property, type,
/// enclosing type, module, assembly, FodyWeavers.xml and the build's properties.
/// </summary>
/// <remarks>
/// The attribute has no effect at run time. With <c>OptIn="true"</c> in FodyWeavers.xml, the weaver rewrites only code that carries this attribute, or that is
/// inside a scope with this attribute.
/// </remarks>
[AttributeUsage(
    AttributeTargets.Assembly | AttributeTargets.Module | AttributeTargets.Class | AttributeTargets.Struct |
    AttributeTargets.Interface | AttributeTargets.Constructor | AttributeTargets.Method | AttributeTargets.Property,
    Inherited = false)]
public sealed class PooledAwaitAttribute : Attribute
{
    /// <summary>The kinds of async methods that get pooled builders.</summary>
    public PooledBuilders Builders { get; set; } = PooledBuilders.All;

    /// <summary>
    /// True if awaited calls of the assembly's own <c>Task</c> methods make no task. The setting must be true for both the awaiting method and the called
    /// method.
    /// </summary>
    public bool DirectAwaits { get; set; } = true;

    /// <summary>
    /// True if awaited calls of <c>Task.Delay</c> and <c>WaitAsync</c>, and of <c>Task.WhenAny</c> with a <c>Task.Delay</c>, make no task and leave no timer.
    /// </summary>
    public bool TimedWaits { get; set; } = true;

    /// <summary>The calls of <c>Task.WhenAny</c> that are rewritten.</summary>
    public PooledWhenAny WhenAny { get; set; } = PooledWhenAny.All;

    /// <summary>The methods, such as <c>GetOrAdd</c>, whose lambdas get their captured variables as an argument instead of in a closure.</summary>
    public PooledStateObjects StateObjects { get; set; } = DefaultStateObjects.Value;

    /// <summary>True if <c>ContinueWith</c> is one of the <see cref="StateObjects"/>. This property takes precedence over <see cref="StateObjects"/>.</summary>
    public bool ContinueWith { get; set; } = true;

    /// <summary>The estimated size of a state machine, in bytes, below which a <c>Task</c> method keeps its default builder.</summary>
    public int MinimumStateMachineSize { get; set; }
}
