namespace PooledAwait.Fody.Decisions;

/// <content>The conditions on what callers do with a ValueTask, or with a task that a rewrite would remove.</content>
internal sealed partial class Condition
{
    // A ValueTask may be consumed only once.
    public static readonly Condition ConsumedAgain = new("consumed-again", "`{0}` consumes it again.", Reason.ConsumedTwice);
    public static readonly Condition AskedAgain = new("asked-again", "`{0}` reads its status afterwards.", Reason.AskedAfterConsumption);

    // The places that may hold the ValueTask.
    public static readonly Condition InField = new("in-field", "The field `{0}` holds it.", Reason.Stored, Reason.TaskKept);
    public static readonly Condition InArray = new("in-array", "An array holds it.", Reason.Stored, Reason.TaskKept);
    public static readonly Condition ThroughReference = new("through-reference", "It is stored through a reference.", Reason.Stored, Reason.TaskKept);
    public static readonly Condition Boxed = new("boxed", "It is converted to an object.", Reason.Stored);
    public static readonly Condition InOwnTask = new("in-own-task", "The runtime-async method `{0}` returns it, and the runtime wraps it in a new task.", Reason.Stored);
    public static readonly Condition AddressKept = new("address-kept", "The code keeps the address of `{0}`, which holds it.", Reason.PassedOn);

    // The code that may get the ValueTask.
    public static readonly Condition UsedByCallee = new("used-by-callee", "`{0}` gets it, and does more than consume it once.", Reason.PassedOn, Reason.Stored);
    public static readonly Condition CodeUnknown = new("code-unknown", "`{0}` gets it, and the weaver cannot see that method's code.", Reason.PassedOn, Reason.Stored);
    public static readonly Condition CalleeUnknown = new("callee-unknown", "`{0}` gets it, but the call may reach an override or another implementation.", Reason.PassedOn);
    public static readonly Condition OtherParameter = new("other-parameter", "`{0}` takes it as something other than a ValueTask.", Reason.PassedOn);
    public static readonly Condition HandedTooFar = new("handed-too-far", "More than {0} methods pass it on to each other.", Reason.PassedOn, Reason.Stored);
    public static readonly Condition HandedInCircles = new("handed-in-circles", "`{0}` passes it on and gets it back in the end.", Reason.PassedOn, Reason.Stored);
    public static readonly Condition MachineUnknown = new("machine-unknown", "`{0}` keeps it in its state machine in a way that the weaver does not know.", Reason.PassedOn, Reason.Stored);
    public static readonly Condition OtherUse = new("other-use", "`{0}` uses it.", Reason.PassedOn, Reason.TaskKept);
    public static readonly Condition MemberCalled = new("member-called", "The code calls `{0}` on it.", Reason.PassedOn, Reason.TaskUsedOtherwise);

    // Code that may call the method, but does not show that it gets a ValueTask.
    public static readonly Condition DelegateTaken = new("delegate-taken", "`{0}` takes or returns delegates that may return the ValueTask.", Reason.PassedOn);
    public static readonly Condition CalledAsAnyResult = new("called-as-any-result", "The code that calls `{0}` does not know that it returns a ValueTask.", Reason.PassedOn);
    public static readonly Condition FunctionTaken = new("function-taken", "The code makes a function pointer or an expression tree of `{0}`.", Reason.PassedOn);
}
