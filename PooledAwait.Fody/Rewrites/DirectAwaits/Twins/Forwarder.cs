using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>A method that is not async and returns the tasks of other methods. Its twin can return ValueTasks in place of these tasks.</summary>
/// <param name="Returned">The sources of the returned tasks.</param>
/// <param name="Locals">
/// The indexes of the local variables that do nothing except hold a task until it is returned. In the twin, these variables hold a ValueTask.
/// </param>
internal sealed record Forwarder(IReadOnlyList<ReturnedTask> Returned, IReadOnlyCollection<int> Locals)
{
    /// <summary>
    /// The returned tasks of calls that the twin cannot make. In place of each of these calls, the twin must call the twin of the called method. The twin
    /// cannot call the method's async local functions, because for a trimmer a local function belongs to one method. The twin cannot call base methods either,
    /// because only the class itself can call them.
    /// </summary>
    public IReadOnlyList<ReturnedTask> Exchanged { get; init; } = [];

    /// <summary>
    /// The local functions that the method's code reaches, except those whose calls are in <see cref="Exchanged"/>. The twin gets copies of these functions.
    /// </summary>
    public IReadOnlyList<MethodDefinition> Copied { get; init; } = [];
}

/// <summary>One source of the tasks that a forwarder returns.</summary>
/// <param name="Kind">The kind of task, which decides what replaces it.</param>
/// <param name="At">
/// The call, if the twin replaces it. Otherwise the instruction at which the twin converts the task to a ValueTask. If this instruction leaves the task on the
/// stack, the conversion comes after it. If this instruction is the return or the store that takes the task, the conversion comes before it.
/// </param>
/// <param name="Callee">The method to which a forwarded call refers.</param>
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

    /// <summary>The task that <c>AsTask</c> makes of a ValueTask that a method of the program returned.</summary>
    ValueTask,

    /// <summary>Any other task, which may be null.</summary>
    Other,
}
