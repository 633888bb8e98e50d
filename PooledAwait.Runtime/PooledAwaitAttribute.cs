namespace PooledAwait;

/// <summary>
/// Tells the weaver what to rewrite in the assembly, module, type, property, constructor or method that carries the attribute, including lambdas and local functions. A setting that the attribute
/// omits comes from the next wider place. From narrow to wide, the places are: method or constructor, property, type, enclosing type, module,
/// assembly, FodyWeavers.xml and the build's properties.
/// </summary>
/// <remarks>
/// The attribute has no effect at run time. With <c>OptIn="true"</c> in FodyWeavers.xml, the weaver rewrites only code that carries this attribute, or is inside something that does.
/// </remarks>
[AttributeUsage(
    AttributeTargets.Assembly | AttributeTargets.Module | AttributeTargets.Class | AttributeTargets.Struct |
    AttributeTargets.Interface | AttributeTargets.Constructor | AttributeTargets.Method | AttributeTargets.Property,
    Inherited = false)]
public sealed class PooledAwaitAttribute : Attribute
{
    /// <summary>The kinds of async methods that get pooled builders.</summary>
    public PooledBuilders Builders { get; set; } = PooledBuilders.All;

    /// <summary>True if awaited calls of the assembly's own <c>Task</c> methods need no task. Both the awaiting method and the called method must allow it.</summary>
    public bool DirectAwaits { get; set; } = true;

    /// <summary>True if awaited calls of <c>Task.Delay</c> and <c>WaitAsync</c>, and of <c>Task.WhenAny</c> with a <c>Task.Delay</c>, make no task and leave no timer.</summary>
    public bool TimedWaits { get; set; } = true;

    /// <summary>The calls of <c>Task.WhenAny</c> that are rewritten.</summary>
    public PooledWhenAny WhenAny { get; set; } = PooledWhenAny.All;

    /// <summary>The methods, such as <c>GetOrAdd</c>, whose lambda arguments get a state object instead of capturing.</summary>
    public PooledStateObjects StateObjects { get; set; } = DefaultStateObjects.Value;

    /// <summary>True if <c>ContinueWith</c> is one of the <see cref="StateObjects"/>. This property overrides that one.</summary>
    public bool ContinueWith { get; set; } = true;

    /// <summary>The estimated size of a state machine, in bytes, below which a <c>Task</c> method keeps its default builder.</summary>
    public int MinimumStateMachineSize { get; set; }
}
