namespace PooledAwait;

/// <summary>
/// Tells the weaver what to rewrite in the assembly, module, type, property, constructor or method that carries it, including lambdas and local functions.
/// A setting that the attribute does not give comes from the next wider place. From narrow to wide, the places are: method or constructor, property, type, enclosing type, module,
/// assembly, FodyWeavers.xml and the build's properties.
/// </summary>
/// <remarks>
/// Read at build time only; it has no effect at run time. If FodyWeavers.xml says <c>OptIn="true"</c>, the weaver rewrites only what carries this
/// attribute, or is inside something that does.
/// </remarks>
[AttributeUsage(
    AttributeTargets.Assembly | AttributeTargets.Module | AttributeTargets.Class | AttributeTargets.Struct |
    AttributeTargets.Interface | AttributeTargets.Constructor | AttributeTargets.Method | AttributeTargets.Property,
    Inherited = false)]
public sealed class PooledAwaitAttribute : Attribute
{
    /// <summary>Which kinds of async methods get pooled builders.</summary>
    public PooledBuilders Builders { get; set; } = PooledBuilders.All;

    /// <summary>
    /// Whether awaited calls of the assembly's own <c>Task</c> methods are made without a task. Both the awaiting method and the called method have to
    /// allow it.
    /// </summary>
    public bool DirectAwaits { get; set; } = true;

    /// <summary>Which calls of <c>Task.WhenAny</c> are rewritten.</summary>
    public PooledWhenAny WhenAny { get; set; } = PooledWhenAny.All;

    /// <summary>The methods that pass a state object to a lambda in place of what it captures.</summary>
    public PooledStateObjects StateObjects { get; set; } = DefaultStateObjects.Value;

    /// <summary>Whether <c>ContinueWith</c> is one of the <see cref="StateObjects"/>. This property wins over that one.</summary>
    public bool ContinueWith { get; set; } = true;

    /// <summary>
    /// A <c>Task</c> method keeps its default builder if the estimated size of its state machine is less than this many bytes.
    /// </summary>
    public int MinimumStateMachineSize { get; set; }
}
