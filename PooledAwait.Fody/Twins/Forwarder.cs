using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Reasons;

namespace PooledAwait.Fody.Twins;

/// <summary>A method that is not async and returns tasks of others, so that a twin of it can return ValueTasks.</summary>
/// <param name="Returned">Where the tasks come from that it returns, each with its instruction.</param>
/// <param name="Locals">The local variables, by their index, that hold nothing but such a task until it is returned: in a twin they hold a ValueTask.</param>
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
/// <param name="Kind">What takes its place.</param>
/// <param name="At">
/// A call where one is exchanged; otherwise what leaves the task on the stack, behind which it becomes a ValueTask, or what takes it, the return or a store, before
/// which it does.
/// </param>
/// <param name="Callee">Of a forwarded call: the method that it names.</param>
/// <param name="Called">That method as a virtual call names it; null where the call reaches it for certain.</param>
/// <param name="Why">Of any other task: why it has to be made.</param>
internal sealed record ReturnedTask(ReturnedTaskKind Kind, Instruction At, MethodDefinition? Callee = null, MethodReference? Called = null, Refusal? Why = null);

/// <summary>What a forwarder returns.</summary>
internal enum ReturnedTaskKind
{
    /// <summary>The task of a method of the program, which may have a twin.</summary>
    Forwarded,

    /// <summary>A result that <c>Task.FromResult</c> makes a task of.</summary>
    Result,

    /// <summary>The ValueTask of a method of the program that <c>AsTask</c> makes a task of.</summary>
    ValueTask,

    /// <summary>Any other task, which may be null.</summary>
    Other,
}
