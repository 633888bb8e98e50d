
namespace PooledAwait.Fody.Reasons;

/// <content>Why an async method keeps its builder.</content>
internal sealed partial class Reason
{
    // Not an async method of the shape that is known.
    public static readonly Reason OwnBuilder = new(
        "own-builder",
        "It chose its builder itself, by [AsyncMethodBuilder].",
        "Take [AsyncMethodBuilder] away if the pooled builder is wanted.");
    public static readonly Reason CustomTaskType = new("custom-task-type", "Its builder is not one of the base library's.");
    public static readonly Reason AsyncIterator = new("async-iterator", "It is an async iterator, whose builder is not swapped.");
    public static readonly Reason RuntimeAsync = new("runtime-async", "The runtime itself suspends it: there is no state machine and no builder.");
    public static readonly Reason AlreadyPooled = new("already-pooled", "It has a pooled builder already.");
    public static readonly Reason UnknownShape = new(
        "unknown-shape",
        "Its state machine is not of the shape that the C# compiler emits.",
        "If no other tool has changed it, please report it with the method's source: the C# compiler may be newer than the weaver.");
    public static readonly Reason OtherCompiler = new(
        "other-compiler",
        "Its state machine is laid out by another compiler than C#'s, or changed by a tool: such are not known.");
    public static readonly Reason BuilderUsedByHand = new(
        "builder-used-by-hand",
        "Code other than the compiler's uses its builder.",
        "Let an async method do the work, or leave it as it is.");

    // A caller in this assembly consumes the ValueTask as its contract forbids, which happens to work with the default builder.
    public static readonly Reason ConsumedTwice = new(
        "consumed-twice",
        "A caller may consume its ValueTask more than once.",
        "Await it once at that caller; where it is needed more often, keep the result or call AsTask() once.");
    public static readonly Reason Stored = new(
        "stored",
        "A caller keeps its ValueTask in a field, an array, a collection or a closure.",
        "Await it once in the method that calls, or store the Task that AsTask() returns.");
    public static readonly Reason Discarded = new(
        "discarded",
        "No caller consumes its ValueTask: one only looks at it, or throws it away in code that may not be changed. The box of that call would never come back to the pool.",
        "Await it, or return Task from the method if nobody has to wait for it.");
    public static readonly Reason AskedAfterConsumption = new(
        "asked-after-consumption",
        "A caller asks its ValueTask for its status after consuming it.",
        "Ask for its status before it is awaited at that caller, or keep what the await returned.");
    public static readonly Reason PassedOn = new(
        "passed-on",
        "A caller passes its ValueTask on to code that may use it in any way.",
        "Await it where it is called, or pass on the Task that AsTask() returns.");

    // A call in a caller that misuses what it gets of methods that are pooled.
    public static readonly Reason GivenATask = new(
        "given-a-task",
        "It uses a ValueTask, or may use it, as its contract forbids. Where that ValueTask is a pooled one, this call gets a task of its own.",
        "Await it once, where it is called, or call AsTask() once and keep the task.");

    // Nothing to gain.
    public static readonly Reason NeverSuspends = new("never-suspends", "It comes to no await, so it never suspends and needs no box.");
    public static readonly Reason SmallStateMachine = new(
        "small-state-machine",
        "Its state machine is smaller than MinimumStateMachineSize: a pooled box would not pay.",
        "Set MinimumStateMachineSize to 0 if bytes matter more than time.",
        _ => Property("MinimumStateMachineSize", "0"));
}
