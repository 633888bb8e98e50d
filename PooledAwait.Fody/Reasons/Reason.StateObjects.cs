namespace PooledAwait.Fody.Reasons;

/// <content>Why a delegate keeps what it captures.</content>
internal sealed partial class Reason
{
    // Nothing to gain.
    public static readonly Reason PassesState = new("passes-state", "The call passes a state object already.");
    public static readonly Reason AlreadyRewritten = new("already-rewritten", "An earlier weaving gave it its state object.");
    public static readonly Reason NothingCaptured = new("nothing-captured", "Its delegate captures nothing: there is no object to pass.");
    public static readonly Reason CachedInClosure = new("cached-in-closure", "The compiler keeps its delegate in the closure and uses it again.");

    // The delegate is not made for the call alone, or not in a way that is known.
    public static readonly Reason DelegateFromElsewhere = new(
        "delegate-from-elsewhere",
        "Its delegate comes from a variable, a field or a call.",
        "Write the lambda where the call is.");
    public static readonly Reason SeveralDelegates = new(
        "several-delegates",
        "More than one delegate may be passed.",
        "Write one call for each delegate.");
    public static readonly Reason DifferentObjects = new(
        "different-objects",
        "Its delegates are over different objects, and there is one state for both.",
        "Let both lambdas capture variables of the same block.");
    public static readonly Reason Unwraps = new(
        "unwraps",
        "Task.Run waits for the task that its delegate returns, and no overload with a state does.");
    public static readonly Reason DelegateKept = new(
        "delegate-kept",
        "Its delegate is used for more than the call.",
        "Write the lambda where the call is, and use it for nothing else.");
    public static readonly Reason UnknownDelegate = new(
        "unknown-delegate",
        "Its delegate is not one of the call's own types over an instance method.",
        "Write a lambda of the call's own delegate type where the call is.");
    public static readonly Reason BaseMethod = new("base-method", "Its delegate calls a base class's method that the class may override.");

    // What would stay reachable.
    public static readonly Reason ObservableState = new(
        "observable-state",
        "Its task would show the state in AsyncState and keep it reachable, and StateObjects does not name the method.",
        "Let StateObjects name it, or say All.",
        _ => Property("StateObjects", "All"));
    public static readonly Reason CapturesTask = new(
        "captures-task",
        "Its lambda captures a task, which its state would keep reachable: a chain would grow without end.",
        "Write it with await, or let the lambda capture no task.");
}
