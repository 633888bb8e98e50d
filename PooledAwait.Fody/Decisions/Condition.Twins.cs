namespace PooledAwait.Fody.Decisions;

/// <content>The conditions for a method to get a second method: a twin, or a method that takes a state.</content>
internal sealed partial class Condition
{
    // A kick-off method.
    public static readonly Condition NoMachineStarted = new("no-machine-started", "`{0}` starts no state machine.", Reason.WrappedKickOff);
    public static readonly Condition OtherCode = new("other-code", "`{0}` contains `{1}`, which the compiler does not emit there.", Reason.WrappedKickOff);
    public static readonly Condition TryInKickOff = new("try-in-kick-off", "`{0}` has a try block.", Reason.WrappedKickOff);
    public static readonly Condition OtherCalls = new("other-calls", "`{0}` calls {1}; the compiler emits only Create, Start, Task.", Reason.WrappedKickOff);

    public static readonly Condition CarriesAttribute = new("carries-attribute", "`{0}` carries [{1}].", Reason.ActedOn, Reason.NotOnlyCalled);

    public static readonly Condition StaticConstructor = new(
        "static-constructor", "A call of `{0}` may run the static constructor of `{1}`, which has no static field by which a second method could run it.", Reason.StaticConstructor, Reason.NotOnlyCalled);

    // The code that the weaver would copy into a second method: the code of a forwarder, or of a method that takes delegates.
    public static readonly Condition Locked = new("locked", "`{0}` runs under a lock (MethodImplOptions.Synchronized), and a second method would lock something else.", Reason.NotOnlyCalled);
    public static readonly Condition NoCode = new("no-code", "`{0}` has no code in this assembly.", Reason.NotForwarded, Reason.NotOnlyCalled);
    public static readonly Condition RunsInPieces = new("runs-in-pieces", "`{0}` is an iterator.", Reason.NotForwarded);
    public static readonly Condition TooLarge = new("too-large", "`{0}` has {1} instructions; the weaver copies at most {2} into a second method.", Reason.NotForwarded, Reason.NotOnlyCalled);
    public static readonly Condition HasTry = new("has-try", "`{0}` has a try block.", Reason.NotForwarded, Reason.NotOnlyCalled);
    public static readonly Condition AsksForItsCaller = new("asks-for-its-caller", "`{0}` contains `{1}`, which would notice that it runs in another method.", Reason.NotForwarded, Reason.NotOnlyCalled);
    public static readonly Condition BaseCall = new("base-call", "`{0}` calls `{1}` of a base class, and a second method, which is in another class, must not.", Reason.NotForwarded, Reason.NotOnlyCalled);
    public static readonly Condition HoldsFunction = new(
        "holds-function", "`{0}` contains a lambda, or a local function that the weaver does not copy. A trimmer would warn if a second method used it too.", Reason.NotForwarded, Reason.NotOnlyCalled);
    public static readonly Condition WarningsSuppressed = new(
        "warnings-suppressed", "An attribute of the assembly suppresses trim warnings for `{0}` by name. It would not apply to a second method, which has another name.", Reason.NotForwarded, Reason.NotOnlyCalled);
    public static readonly Condition Guarded = new("guarded", "`{0}` has a security attribute, or its type has one.", Reason.ActedOn, Reason.NotForwarded, Reason.NotOnlyCalled);

    // The tasks that a forwarder returns.
    public static readonly Condition NeverReturns = new("never-returns", "`{0}` never returns a task: it throws, or does not end.", Reason.NotForwarded);
    public static readonly Condition ReturnedTaskUsed = new("returned-task-used", "`{0}` returns one of several tasks, or also uses the task for something else.", Reason.NotForwarded);
    public static readonly Condition ReturnsOther = new("returns-other", "`{0}` returns a task from `{1}`, which is not a call.", Reason.NotForwarded);
    public static readonly Condition ReturnsOtherKind = new("returns-other-kind", "`{0}` returns the task of `{1}`, but only one of the two has a result.", Reason.NotForwarded);
    public static readonly Condition ReturnsFromOutside = new("returns-from-outside", "`{0}` returns the task of `{1}`, which is not in this assembly.", Reason.NotForwarded);
    public static readonly Condition CodeBeforeReturn = new("code-before-return", "`{0}` runs other code between calling `{1}` and returning its task.", Reason.NotForwarded);
    public static readonly Condition ReturnedCallUnknown = new(
        "returned-call-unknown", "`{0}` returns the task of `{1}`, a call whose target is known only at run time.", Reason.NotForwarded);
    public static readonly Condition ForwardsToNeeding = new("forwards-to-needing", "`{0}` returns the task of `{1}`, and that task is needed.", Reason.NotForwarded);
    public static readonly Condition ForwardsVirtually = new(
        "forwards-virtually", "`{0}` returns the task of `{1}`, which has no implementation in this assembly that can do without a task.", Reason.NotForwarded);
    public static readonly Condition ForwardsInCircles = new("forwards-in-circles", "`{0}` returns the task of a method that leads back to it.", Reason.NotForwarded);

    public static readonly Condition TrimmingAttribute = new("trimming-attribute", "`{0}` carries [{1}].", Reason.TrimmerDemands, Reason.ReceiverNotKnown, Reason.NotOnlyCalled);
}
