namespace PooledAwait.Fody.Decisions;

/// <content>The conditions on the use of a call's task, and on the method that the call reaches. A call that meets all conditions needs no task.</content>
internal sealed partial class Condition
{
    // The task of one call.
    public static readonly Condition SeveralUses = new("several-uses", "The code uses it in {0} places instead of one.", Reason.TaskKept);
    public static readonly Condition OneOfSeveral = new("one-of-several", "At the place where the code uses it, the code may also find another value.", Reason.TaskKept);
    public static readonly Condition CodeBeforeAwait = new("code-before-await", "It is not in a local variable, and other code runs between the call and its await.", Reason.TaskKept);
    public static readonly Condition MayBeNull = new("may-be-null", "`{0}` is not async, so it may return null. The await of a null task throws; a rewritten call would throw earlier, at the call.", Reason.TaskKept);
    public static readonly Condition MayBeOverridden = new("may-be-overridden", "The call may reach a method other than `{0}`, and that one may return null.", Reason.TaskKept);
    public static readonly Condition AwaitedWithOthers = new(
        "awaited-with-others", "The same await may also wait for the task of `{0}`, and that task is needed.", Reason.TaskKept);
    public static readonly Condition PassedTo = new("passed-to", "It is passed to `{0}`.", Reason.TaskPassedOn, Reason.TaskUsedOtherwise);
    public static readonly Condition AwaitUnknown = new(
        "await-unknown", "The code calls `{0}` on it, and does not simply await what that returns.", Reason.TaskUsedOtherwise);
    public static readonly Condition ResultDropped = new(
        "result-dropped", "`{0}` returns a task with a result, but the caller awaits it as a plain Task.", Reason.TaskUsedOtherwise);

    public static readonly Condition TakesReference = new(
        "takes-reference", "A second method of `{0}` would have a ref parameter, and a runtime-async method cannot await a call that takes an argument by reference.",
        Reason.TaskUsedOtherwise, Reason.NotOnlyCalled);

    // The variable that keeps tasks.
    public static readonly Condition ParameterKeeps = new("parameter-keeps", "The parameter `{0}` holds it.", Reason.TaskKept);
    public static readonly Condition NotInMachine = new("not-in-machine", "`{0}` holds it, in a method without a state machine that the weaver recognises.", Reason.TaskKept);
    public static readonly Condition VariableReadElsewhere = new("variable-read-elsewhere", "`{0}` is also read in `{1}`.", Reason.TaskKept);
    public static readonly Condition VariableUnreachable = new("variable-unreachable", "Unreachable code uses `{0}`.", Reason.TaskKept);
    public static readonly Condition StoredTwice = new("stored-twice", "The value stored into `{0}` is also used elsewhere.", Reason.TaskKept);
    public static readonly Condition OtherValueStored = new("other-value-stored", "The code also stores a value into `{0}` that is not a call's task.", Reason.TaskKept);
    public static readonly Condition ReadOtherwise = new("read-otherwise", "The code uses `{0}` in a way that needs a task.", Reason.TaskKept);
    public static readonly Condition CodeAfterRead = new("code-after-read", "Other code runs between reading `{0}` and awaiting it.", Reason.TaskKept);
    public static readonly Condition NeverAwaited = new("never-awaited", "`{0}` is never awaited.", Reason.TaskKept);
    public static readonly Condition ResultsDiffer = new("results-differ", "One await of `{0}` takes a result, and another takes none.", Reason.TaskKept);
    public static readonly Condition AwaitedTwice = new("awaited-twice", "The task in `{0}` may be awaited more than once.", Reason.TaskKept);
    public static readonly Condition AskedAfterAwait = new("asked-after-await", "The code may read the status of the task in `{0}` after awaiting it.", Reason.TaskKept);
    public static readonly Condition NullAwaited = new("null-awaited", "`{0}` may be null where the code awaits it or reads its status.", Reason.TaskKept);
    public static readonly Condition AwaitedUnset = new("awaited-unset", "The code may await `{0}` or read its status before it stores a task there.", Reason.TaskKept);

    // The call.
    public static readonly Condition OnTypeParameter = new("on-type-parameter", "The call is made on a value of type `{0}`.", Reason.VirtualCall);
    public static readonly Condition PrefixedCall = new("prefixed-call", "The call has the IL prefix `{0}`.", Reason.VirtualCall, Reason.NotFollowed);
    public static readonly Condition CodeOfInterface = new(
        "code-of-interface", "The code calls the interface's default implementation of `{0}`, not the object's own implementation.", Reason.VirtualCall);
    public static readonly Condition CalleeNotFound = new("callee-not-found", "`{0}` does not exist in its type.", Reason.NotFollowed);
}
