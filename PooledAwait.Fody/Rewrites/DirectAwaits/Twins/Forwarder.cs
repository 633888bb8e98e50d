using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>A method that is not async and returns the tasks of other methods, so that its twin can return ValueTasks.</summary>
/// <param name="Returned">The places from which the returned tasks come, each with its instruction.</param>
/// <param name="Locals">The local variables, by their index, that hold only a task until it is returned. In a twin they hold a ValueTask.</param>
internal sealed record Forwarder(IReadOnlyList<ReturnedTask> Returned, IReadOnlyCollection<int> Locals)
{
    /// <summary>
    /// The tasks whose calls a twin must replace by calls of other twins: calls of its own async local functions, because for a trimmer a local function belongs to one method, and calls of base methods, which only the
    /// class itself can make.
    /// </summary>
    public IReadOnlyList<ReturnedTask> Exchanged { get; init; } = [];

    /// <summary>The other local functions that its code reaches: a twin has copies of them.</summary>
    public IReadOnlyList<MethodDefinition> Copied { get; init; } = [];
}

/// <summary>One place that a forwarder's task comes from.</summary>
/// <param name="Kind">The kind of task, which decides what replaces it.</param>
/// <param name="At">
/// The call, if it is replaced. Otherwise the instruction that leaves the task on the stack, after which the task becomes a ValueTask; or the instruction that takes the task (the return or a store), before
/// which it becomes one.
/// </param>
/// <param name="Callee">The method that a forwarded call names.</param>
/// <param name="Called">That method as a virtual call names it; null if the call certainly reaches it.</param>
/// <param name="Why">For any other task: why it must be made.</param>
internal sealed record ReturnedTask(ReturnedTaskKind Kind, Instruction At, MethodDefinition? Callee = null, MethodReference? Called = null, Refusal? Why = null);

/// <summary>What a forwarder returns.</summary>
internal enum ReturnedTaskKind
{
    /// <summary>The task of a method of the program, which may have a twin.</summary>
    Forwarded,

    /// <summary>A result that <c>Task.FromResult</c> turns into a task.</summary>
    Result,

    /// <summary>The ValueTask of a method of the program that <c>AsTask</c> turns into a task.</summary>
    ValueTask,

    /// <summary>Any other task, which may be null.</summary>
    Other,
}
