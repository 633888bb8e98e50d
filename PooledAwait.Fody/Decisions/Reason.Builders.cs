namespace PooledAwait.Fody.Decisions;

/// <content>The reasons why an async method keeps its builder, and the reason why a call of a pooled method gets a task.</content>
internal sealed partial class Reason
{
    // The weaver cannot change the method's builder or state machine.
    public static readonly Reason OwnBuilder = new(
        "own-builder",
        "It chooses its own builder with [AsyncMethodBuilder].",
        "Remove [AsyncMethodBuilder] if you want the pooled builder.");
    public static readonly Reason CustomTaskType = new("custom-task-type", "Its builder is not one of the base library's.");
    public static readonly Reason AsyncIterator = new("async-iterator", "It is an async iterator, and those keep their builder.");
    public static readonly Reason RuntimeAsync = new("runtime-async", "The runtime itself suspends it, so it has no state machine and no builder.");
    public static readonly Reason AlreadyPooled = new("already-pooled", "It already has a pooled builder.");
    public static readonly Reason UnknownShape = new(
        "unknown-shape",
        "Its state machine does not look like one that the C# compiler made.",
        "If no other tool has changed it, please report it with the method's source: your C# compiler may be newer than the weaver.");
    public static readonly Reason OtherCompiler = new(
        "other-compiler",
        "Its state machine was not made by the C# compiler, or another tool changed it. Only the C# compiler's layout is supported.");
    public static readonly Reason BuilderUsedByHand = new(
        "builder-used-by-hand",
        "Code that the compiler did not write uses its builder.",
        "Let an async method do the work, or leave the code as it is.");

    // A caller in this assembly may use the ValueTask in a way that the contract of ValueTask forbids, or no caller consumes it. With the default builder, both
    // happen to work.
    public static readonly Reason ConsumedTwice = new(
        "consumed-twice",
        "A caller may consume the method's ValueTask more than once.",
        "In that caller, await it once. If you need it more often, keep the result, or call AsTask() once and keep the task.");
    public static readonly Reason Stored = new(
        "stored",
        "A caller keeps the method's ValueTask in a field, an array, a collection or a closure.",
        "Await it once in the calling method, or store the Task that AsTask() returns.");
    public static readonly Reason Discarded = new(
        "discarded",
        "No caller consumes the method's ValueTask. Callers only read its status, or discard it. With a pooled builder, the boxes of these calls would never come back to the pool. The weaver returns the box of a discarded call, but only in code that it may change, and only from .NET 8 on.",
        "Await it, or let the method return Task if nobody has to wait for it.");
    public static readonly Reason AskedAfterConsumption = new(
        "asked-after-consumption",
        "A caller reads the status of the method's ValueTask after consuming it.",
        "In that caller, read the status before the await, or keep what the await returned.");
    public static readonly Reason PassedOn = new(
        "passed-on",
        "A caller passes the method's ValueTask to code that may use it in any way.",
        "Await the call itself, or pass the Task that AsTask() returns.");

    // A call whose caller misuses the ValueTask of a pooled method.
    public static readonly Reason GivenATask = new(
        "given-a-task",
        "The caller uses, or may use, the ValueTask in a way that its contract forbids. If the ValueTask is pooled, this call gets a ValueTask that wraps a task instead.",
        "Await the call itself, once, or call AsTask() once and keep the task.");

    // A pooled builder would save nothing, or too little.
    public static readonly Reason NeverSuspends = new("never-suspends", "It contains no reachable await, so it never suspends and needs no box.");
    public static readonly Reason SmallStateMachine = new(
        "small-state-machine",
        "Its state machine is smaller than MinimumStateMachineSize: a pooled box would save too little.",
        "Set MinimumStateMachineSize to 0 if bytes matter more to you than time.",
        _ => Property("MinimumStateMachineSize", "0"));
}
