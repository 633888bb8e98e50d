
namespace PooledAwait.Fody.Reasons;

/// <content>What a caller may do with a task that need not be made.</content>
internal sealed partial class Condition
{
    // The task of one call.
    public static readonly Condition SeveralUses = new("several-uses", "It is used in {0} places instead of one.", Reason.TaskKept);
    public static readonly Condition OneOfSeveral = new("one-of-several", "What takes it may take another value instead.", Reason.TaskKept);
    public static readonly Condition CodeBeforeAwait = new("code-before-await", "Other code runs between the call and its await.", Reason.TaskKept);
    public static readonly Condition MayBeNull = new("may-be-null", "`{0}` is not async, so its task may be null, which only the await would show.", Reason.TaskKept);
    public static readonly Condition MayBeOverridden = new("may-be-overridden", "The call may reach another method than `{0}`, whose task may be null.", Reason.TaskKept);
    public static readonly Condition AwaitedWithOthers = new(
        "awaited-with-others", "The same await waits for the task of `{0}`, which is needed.", Reason.TaskKept);
    public static readonly Condition PassedTo = new("passed-to", "`{0}` gets it.", Reason.TaskPassedOn, Reason.TaskUsedOtherwise);
    public static readonly Condition AwaitUnknown = new(
        "await-unknown", "`{0}` is called on it, and what that returns is not simply awaited.", Reason.TaskUsedOtherwise);
    public static readonly Condition ResultDropped = new(
        "result-dropped", "`{0}` returns a task with a result, and it is awaited as a task without one.", Reason.TaskUsedOtherwise);

    // The variable that keeps tasks.
    public static readonly Condition ParameterKeeps = new("parameter-keeps", "The parameter `{0}` keeps it.", Reason.TaskKept);
    public static readonly Condition NotInMachine = new("not-in-machine", "`{0}` keeps it, and the code is not that of a known state machine.", Reason.TaskKept);
    public static readonly Condition VariableReadElsewhere = new("variable-read-elsewhere", "`{0}` is also read in `{1}`.", Reason.TaskKept);
    public static readonly Condition VariableUnreachable = new("variable-unreachable", "Code that no path leads to uses `{0}`.", Reason.TaskKept);
    public static readonly Condition StoredTwice = new("stored-twice", "What is stored into `{0}` is also used elsewhere.", Reason.TaskKept);
    public static readonly Condition OtherValueStored = new("other-value-stored", "`{0}` also gets a value that is not the task of a call.", Reason.TaskKept);
    public static readonly Condition ReadOtherwise = new("read-otherwise", "`{0}` is read for something that needs a task.", Reason.TaskKept);
    public static readonly Condition CodeAfterRead = new("code-after-read", "Other code runs between reading `{0}` and its await.", Reason.TaskKept);
    public static readonly Condition NeverAwaited = new("never-awaited", "`{0}` is never awaited.", Reason.TaskKept);
    public static readonly Condition ResultsDiffer = new("results-differ", "One await of `{0}` has a result, and another one has none.", Reason.TaskKept);
    public static readonly Condition AwaitedTwice = new("awaited-twice", "The task in `{0}` may be awaited more than once.", Reason.TaskKept);
    public static readonly Condition AskedAfterAwait = new("asked-after-await", "The task in `{0}` may be asked after it was awaited.", Reason.TaskKept);
    public static readonly Condition NullAwaited = new("null-awaited", "`{0}` may be null where it is awaited or asked.", Reason.TaskKept);
    public static readonly Condition AwaitedUnset = new("awaited-unset", "`{0}` may be awaited or asked before a task is stored into it.", Reason.TaskKept);

    // The call.
    public static readonly Condition OnTypeParameter = new("on-type-parameter", "The call is made on `{0}`.", Reason.VirtualCall);
    public static readonly Condition PrefixedCall = new("prefixed-call", "The prefix `{0}` stands before the call.", Reason.VirtualCall, Reason.NotFollowed);
    public static readonly Condition CodeOfInterface = new(
        "code-of-interface", "`{0}` is a method of an interface that is called directly, and not on an object that implements it.", Reason.VirtualCall);
    public static readonly Condition CalleeNotFound = new("callee-not-found", "`{0}` is not found in its type.", Reason.NotFollowed);
}
