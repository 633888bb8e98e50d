
namespace PooledAwait.Fody.Reasons;

/// <content>Why the task of a call is made.</content>
internal sealed partial class Reason
{
    // The task is needed where it is returned.
    public static readonly Reason TaskKept = new(
        "task-kept",
        "Its task is kept, in a field, an array or a closure, or may be awaited more than once.",
        "Await it once, in the method that calls.");
    public static readonly Reason TaskPassedOn = new("task-passed-on", "Its task is passed on to other code.");
    public static readonly Reason TaskUsedOtherwise = new(
        "task-used-otherwise",
        "Its task is blocked on, asked for its status or taken for one without a result, not awaited as it is.",
        "Await it where it is called.");
    public static readonly Reason AwaitOptions = new(
        "await-options",
        "Its await is configured by ConfigureAwaitOptions, which a ValueTask does not know.",
        "Use ConfigureAwait(bool), if the options mean no more than that.");

    // What is called has no twin.
    public static readonly Reason VirtualCall = new(
        "virtual-call",
        "The call is of a value whose type is a type parameter: what it reaches is known when it runs.",
        "Let the type parameter be a class, or take the interface itself.");
    public static readonly Reason ImplementedElsewhere = new(
        "implemented-elsewhere",
        "What is called is implemented by no class of this assembly.");
    public static readonly Reason ReceiverNotKnown = new(
        "receiver-not-known",
        "No class of this assembly that implements it is one that the call could ask the object for.");
    public static readonly Reason DelegateCall = new("delegate-call", "It is the call of a delegate: what it reaches is known when it runs.");
    public static readonly Reason NotForwarded = new(
        "not-forwarded",
        "What is called is no async method, nor a small one that returns the task of one: its task may be anyone's.",
        "Make it an async method, if its task is nobody else's.");
    public static readonly Reason ClassMachine = new(
        "class-machine",
        "What is called has a state machine that is a class, as in builds without optimisation.",
        "Look at the optimised build.");
    public static readonly Reason WrappedKickOff = new(
        "wrapped-kick-off",
        "What is called does more than to start its state machine: another weaver changed it, and must not be bypassed.",
        "Let PooledAwait stand before that weaver in FodyWeavers.xml, if calls that are awaited need not be seen by it.");
    public static readonly Reason Synchronized = new(
        "synchronized",
        "What is called runs under a lock, by MethodImplOptions.Synchronized.",
        "Lock in the method's own code.");
    public static readonly Reason TrimmerDemands = new(
        "trimmer-demands",
        "What is called is public or implements an interface explicitly, and it or its class has an attribute that trimmers read ([RequiresUnreferencedCode], [DynamicallyAccessedMembers] ...): they could warn of a second method of that kind.",
        "Make it internal, if no other assembly calls it.");
    public static readonly Reason CalleeKeepsTask = new(
        "callee-keeps-task",
        "What is called, or all that it forwards to, keeps its builder.",
        "Look at the reason that the called method has.");
}
