using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>A method that is not async and returns the tasks of other methods. Its twin can return ValueTasks in place of these tasks.</summary>
/// <param name="Returned">The sources of the returned tasks.</param>
/// <param name="Locals">The indexes of the local variables that only hold a task until the return. In the twin, these variables hold a ValueTask.</param>
internal sealed record Forwarder(IReadOnlyList<ReturnedTask> Returned, IReadOnlyCollection<int> Locals)
{
    /// <summary>
    /// The returned tasks that come from calls which the forwarder's twin cannot make. In place of such a call, the forwarder's twin must call the twin of the
    /// called method. There are two kinds of such calls. The first are calls of the forwarder's async local functions, because for a trimmer a local function
    /// belongs to one method only. The second are calls such as <c>base.Load()</c>, because only code in the object's own class can make them.
    /// </summary>
    public IReadOnlyList<ReturnedTask> Exchanged { get; init; } = [];

    /// <summary>
    /// The local functions that the forwarder's code calls, directly or through other local functions. The calls in <see cref="Exchanged"/> do not count. The
    /// twin gets copies of these functions.
    /// </summary>
    public IReadOnlyList<MethodDefinition> Copied { get; init; } = [];
}

/// <summary>One source of the tasks that a forwarder returns.</summary>
/// <param name="Kind">The kind of the task, which decides what replaces the task.</param>
/// <param name="At">
/// The call that makes the task, if the twin replaces this call. If not, the instruction at which the twin converts the task to a ValueTask. If this
/// instruction leaves the task on the stack, the conversion comes after it. If it is a return or a store that takes the task, the conversion comes before it.
/// </param>
/// <param name="Callee">The method to which a forwarded call refers; null for tasks of other kinds.</param>
/// <param name="Called">
/// The called method in a virtual call, as the call refers to it. A virtual call may reach an override. Null if the call certainly reaches
/// <paramref name="Callee"/>.
/// </param>
/// <param name="Why">If the kind is Other, the reason why the task must be made; otherwise null.</param>
internal sealed record ReturnedTask(ReturnedTaskKind Kind, Instruction At, MethodDefinition? Callee = null, MethodReference? Called = null, Refusal? Why = null);

/// <summary>The kinds of tasks that a forwarder returns.</summary>
internal enum ReturnedTaskKind
{
    /// <summary>The task of a method of the program, which may have a twin.</summary>
    Forwarded,

    /// <summary>The task that <c>Task.FromResult</c> makes of a result.</summary>
    Result,

    /// <summary>The task that <c>AsTask</c> makes of a ValueTask from a method of the program.</summary>
    ValueTask,

    /// <summary>Any other task, or null.</summary>
    Other,
}
