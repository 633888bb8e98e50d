namespace PooledAwait.Fody.Decisions;

/// <content>The reasons why a call still makes a task.</content>
internal sealed partial class Reason
{
    // The caller needs the task.
    public static readonly Reason TaskKept = new(
        "task-kept",
        "The calling method needs the task itself, or the weaver cannot be certain that it does not.",
        "Await it once, in the calling method.");
    public static readonly Reason TaskPassedOn = new("task-passed-on", "The caller passes the call's task to other code.");
    public static readonly Reason TaskUsedOtherwise = new(
        "task-used-otherwise",
        "The caller blocks on the call's task, uses another member of it (Status, Exception, ContinueWith ...), or awaits it as a plain Task.",
        "Await the call itself.");
    public static readonly Reason AwaitOptions = new(
        "await-options",
        "Its await uses ConfigureAwaitOptions, which a ValueTask does not support.",
        "If the options are only None or ContinueOnCapturedContext, use ConfigureAwait(bool).");

    // The called method has no twin, or it is not certain that the call would reach the twin.
    public static readonly Reason VirtualCall = new(
        "virtual-call",
        "The call is made on a value whose type is a type parameter, so its target is known only at run time.",
        "Constrain the type parameter to class, or use the interface type itself.");
    public static readonly Reason ImplementedElsewhere = new(
        "implemented-elsewhere",
        "No class of this assembly implements the called method.");
    public static readonly Reason ReceiverNotKnown = new(
        "receiver-not-known",
        "This assembly implements the called method, but only in classes that the woven call cannot recognise at run time.");
    public static readonly Reason OtherAssembly = new(
        "other-assembly",
        "The called method is in another project or package, whose code this weave does not see.",
        "Weave the published application as a whole. That reaches its projects and packages, but not the shared frameworks.",
        _ => Property("Publish", "Packages"));
    public static readonly Reason DelegateCall = new("delegate-call", "It calls a delegate, so its target is known only at run time.");
    public static readonly Reason NotForwarded = new(
        "not-forwarded",
        "The called method is not async and does not simply return an async method's task, so other code may hold its task.",
        "Make it async, if no other code holds its task.");
    public static readonly Reason ClassMachine = new(
        "class-machine",
        "The called method's state machine is a class, as in builds without optimisation.",
        "Look at the optimised build.");
    public static readonly Reason WrappedKickOff = new(
        "wrapped-kick-off",
        "The called method does more than start its state machine: another weaver changed it, and calls must not bypass that.",
        "Remove what that weaver added, if the method does not need it.");
    public static readonly Reason ActedOn = new(
        "acted-on",
        "The called method carries an attribute that another tool or the program may act on, and its second method would not have it.",
        "If nothing acts on the attribute, name it in the option HarmlessAttributes.");
    public static readonly Reason StaticConstructor = new(
        "static-constructor",
        "A call of the method may run its type's static constructor. A second method could run it only by reading a static field of that type, and the type has none.",
        "Write the static constructor as initialisers of static fields.");
    public static readonly Reason Synchronized = new(
        "synchronized",
        "The called method runs under a lock, because of MethodImplOptions.Synchronized.",
        "Take the lock in the method's own code.");
    public static readonly Reason TrimmerDemands = new(
        "trimmer-demands",
        "The called method, its class or a type parameter of its class has a trimming attribute ([RequiresUnreferencedCode], [DynamicallyAccessedMembers], [DynamicDependency] ...). A second method is in another class: it could cause new trim warnings, or the attribute would mean something else there.",
        "If the method is public and no other assembly calls it, making it internal may help.");
    public static readonly Reason CalleeKeepsTask = new(
        "callee-keeps-task",
        "The called method, or every method that it forwards to, keeps its builder.",
        "See the reason of the called method.");
}
