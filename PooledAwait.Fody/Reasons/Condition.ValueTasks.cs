namespace PooledAwait.Fody.Reasons;

/// <content>What a caller may do with a ValueTask.</content>
internal sealed partial class Condition
{
    // Once.
    public static readonly Condition ConsumedAgain = new("consumed-again", "`{0}` consumes it again.", Reason.ConsumedTwice);
    public static readonly Condition AskedAgain = new("asked-again", "`{0}` asks it afterwards.", Reason.AskedAfterConsumption);

    // Where it may lie.
    public static readonly Condition InField = new("in-field", "The field `{0}` holds it.", Reason.Stored, Reason.TaskKept);
    public static readonly Condition InArray = new("in-array", "An array holds it.", Reason.Stored, Reason.TaskKept);
    public static readonly Condition ThroughReference = new("through-reference", "It is stored through a reference.", Reason.Stored, Reason.TaskKept);
    public static readonly Condition Boxed = new("boxed", "It is converted to an object.", Reason.Stored);
    public static readonly Condition InOwnTask = new("in-own-task", "`{0}`, which the runtime suspends, returns it in a task of its own.", Reason.Stored);
    public static readonly Condition AddressKept = new("address-kept", "The address of `{0}`, which holds it, is kept.", Reason.PassedOn);

    // Who may get it.
    public static readonly Condition UsedByCallee = new("used-by-callee", "`{0}` gets it, and does more than to consume it once.", Reason.PassedOn, Reason.Stored);
    public static readonly Condition CodeUnknown = new("code-unknown", "`{0}` gets it, and its code is not in sight.", Reason.PassedOn, Reason.Stored);
    public static readonly Condition CalleeUnknown = new("callee-unknown", "`{0}` gets it, and may be overridden or implemented by another method.", Reason.PassedOn);
    public static readonly Condition OtherParameter = new("other-parameter", "`{0}` takes it as something else than a ValueTask.", Reason.PassedOn);
    public static readonly Condition HandedTooFar = new("handed-too-far", "More than {0} methods hand it on to one another.", Reason.PassedOn, Reason.Stored);
    public static readonly Condition HandedInCircles = new("handed-in-circles", "`{0}` hands it on until it gets it again.", Reason.PassedOn, Reason.Stored);
    public static readonly Condition MachineUnknown = new("machine-unknown", "`{0}` keeps it in its state machine in a way that is not known.", Reason.PassedOn, Reason.Stored);
    public static readonly Condition OtherUse = new("other-use", "`{0}` takes it.", Reason.PassedOn, Reason.TaskKept);
    public static readonly Condition MemberCalled = new("member-called", "`{0}` is called on it.", Reason.PassedOn, Reason.TaskUsedOtherwise);

    // Who calls the method without getting a ValueTask, as far as anybody can see.
    public static readonly Condition DelegateTaken = new("delegate-taken", "`{0}` takes or gives delegates that return it.", Reason.PassedOn);
    public static readonly Condition CalledAsAnyResult = new("called-as-any-result", "`{0}` is called without knowing that it returns a ValueTask.", Reason.PassedOn);
    public static readonly Condition FunctionTaken = new("function-taken", "A function pointer or an expression tree is made of `{0}`.", Reason.PassedOn);
}
