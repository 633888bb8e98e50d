namespace PooledAwait.Fody.Decisions;

/// <content>The reasons why a call gets no state object, so that its delegate stays as it is.</content>
internal sealed partial class Reason
{
    // A state object would save nothing.
    public static readonly Reason PassesState = new("passes-state", "The call already passes a state object.");
    public static readonly Reason AlreadyRewritten = new("already-rewritten", "An earlier weaving already gave it a state object.");
    public static readonly Reason NothingCaptured = new("nothing-captured", "Its delegate captures nothing, so there is no object to pass.");
    public static readonly Reason CachedInClosure = new("cached-in-closure", "The compiler keeps its delegate in the closure and reuses it.");

    // The delegate is not created for this call alone, or not in a way that the weaver knows.
    public static readonly Reason DelegateFromElsewhere = new(
        "delegate-from-elsewhere",
        "Its delegate comes from a variable, a field or a call.",
        "Write the lambda in the call itself.");
    public static readonly Reason SeveralDelegates = new(
        "several-delegates",
        "The call may get one of several delegates.",
        "Write one call for each delegate.");
    public static readonly Reason DifferentObjects = new(
        "different-objects",
        "Its delegates use different objects, but the call has one state for both.",
        "Let both lambdas capture variables of the same block.");
    public static readonly Reason Unwraps = new(
        "unwraps",
        "Task.Run also waits for the task that its delegate returns. No method that takes a state does that.");
    public static readonly Reason DelegateKept = new(
        "delegate-kept",
        "Its delegate is used for more than this call.",
        "Write the lambda in the call itself, and use it for nothing else.");
    public static readonly Reason UnknownDelegate = new(
        "unknown-delegate",
        "Its delegate has a different type from the parameter, or is not created in the way the compiler creates one for a lambda.",
        "Write a lambda of the parameter's delegate type in the call itself.");
    public static readonly Reason BaseMethod = new("base-method", "Its delegate is made of base.Method, which ignores overrides. Only the class's own code may make such a call.");
    public static readonly Reason UnderConstruction = new("under-construction", "Its delegate captures the object that a constructor is creating, before the base class's constructor has run.");

    // The program's own method that takes the delegate.
    public static readonly Reason NotOnlyCalled = new(
        "not-only-called",
        "The called method does more with the delegate than call it, or the weaver must not copy its code into a second method.");

    // Objects that would stay reachable.
    public static readonly Reason ObservableState = new(
        "observable-state",
        "Its task would expose the state in AsyncState and keep it reachable, and StateObjects does not name the method.",
        "Add the method to StateObjects, or set StateObjects to All.",
        _ => Property("StateObjects", "All"));
    public static readonly Reason CapturesTask = new(
        "captures-task",
        "Its lambda captures a task, or an object with a task in a field, and the state would keep that task reachable. In a chain of continuations, the last task would keep all earlier tasks in memory.",
        "Use await instead, or let the lambda capture no task.");
}
