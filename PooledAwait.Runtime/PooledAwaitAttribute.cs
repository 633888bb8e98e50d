namespace PooledAwait;

/// <summary>
/// Selects what the weaver rewrites. The attribute applies to the assembly, module, type, property, constructor or method that carries it, with all lambdas and
/// local functions inside. If the attribute omits a setting, the next wider scope provides that setting. From narrow to wide, the scopes are: method or
/// constructor, property, type, enclosing type, module, assembly, FodyWeavers.xml and the build's properties.
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
    /// True if awaited calls of the assembly's own <c>Task</c> methods make no task. The setting must be true for the awaiting method and for the called
    /// method.
    /// </summary>
    public bool DirectAwaits { get; set; } = true;

    /// <summary>
    /// True if three kinds of awaited calls make no task and leave no timer: <c>Task.Delay</c>, <c>WaitAsync</c>, and <c>Task.WhenAny</c> with a
    /// <c>Task.Delay</c>.
    /// </summary>
    public bool TimedWaits { get; set; } = true;

    /// <summary>The calls of <c>Task.WhenAny</c> that are rewritten.</summary>
    public PooledWhenAny WhenAny { get; set; } = PooledWhenAny.All;

    /// <summary>
    /// Selects methods that take a delegate, for example <c>GetOrAdd</c>. A lambda that is passed to such a method gets its captured variables as an argument,
    /// not in a closure.
    /// </summary>
    public PooledStateObjects StateObjects { get; set; } = DefaultStateObjects.Value;

    /// <summary>True if <c>ContinueWith</c> is one of the <see cref="StateObjects"/>. If both properties are set and disagree, this property decides.</summary>
    public bool ContinueWith { get; set; } = true;

    /// <summary>
    /// The minimum size of a state machine, estimated in bytes. A <c>Task</c> method with a smaller machine keeps its default builder, unless calls of the
    /// method are awaited directly, without a task.
    /// </summary>
    public int MinimumStateMachineSize { get; set; }
}
