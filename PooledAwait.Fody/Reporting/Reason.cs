using PooledAwait.Fody.Options;

namespace PooledAwait.Fody.Reporting;

/// <summary>
/// Why something was left alone, or got no more than a task of its own. The set is closed: a recogniser names one of these and adds at most the place, so that users find the
/// same words everywhere and tests can assert them.
/// </summary>
internal sealed class Reason
{
    /// <summary>The advice where there is none.</summary>
    public const string NothingToDo = "Nothing has to be done: it works as it did before.";

    private const string Documentation = "https://github.com/PooledAwait/PooledAwait.Fody/blob/main/docs/reasons.md";

    private readonly Func<Rewrite, string>? _remedy;

    private Reason(string id, string sentence, string? advice = null, Func<Rewrite, string>? remedy = null)
    {
        Id = id;
        Sentence = sentence;
        HasAdvice = advice != null;
        Advice = advice ?? NothingToDo;
        _remedy = remedy;
    }

    /// <summary>Stable and short, in kebab case.</summary>
    public string Id { get; }

    /// <summary>One sentence for the user.</summary>
    public string Sentence { get; }

    /// <summary>What the user can do about it.</summary>
    public string Advice { get; }

    /// <summary>Whether there is anything to do. What there is not is no loss of the user's, and summaries do not count it as left alone.</summary>
    public bool HasAdvice { get; }

    /// <summary>Where the documentation explains it.</summary>
    public string Page => $"{Documentation}#{Id}";

    /// <summary>The attribute or the option that changes it, as it is written; null where there is none.</summary>
    public string? RemedyFor(Rewrite rewrite) => _remedy?.Invoke(rewrite);

    public override string ToString() => Id;

    private static string Property(string option, string value)
    {
        var name = BuildProperties.Of(option);
        return $"<{name}>{value}</{name}>";
    }

    // Scope: the user's own choice.
    public static readonly Reason Excluded = new(
        "excluded",
        "It, or its type, is excluded by the option Exclude.",
        "Take it out of Exclude, or put [PooledAwait] on the type or on something in it.",
        _ => "[PooledAwait]");
    public static readonly Reason NotIncluded = new(
        "not-included",
        "Neither it nor its type is among those that the option Include names.",
        "Add it to Include, or put [PooledAwait] on the type or on something in it.",
        _ => "[PooledAwait]");
    public static readonly Reason NotOptedIn = new(
        "not-opted-in",
        "OptIn is on, and nothing around it carries [PooledAwait].",
        "Put [PooledAwait] on the method, its type, the module or the assembly; or take OptIn away.",
        _ => "[PooledAwait]");
    public static readonly Reason Ignored = new(
        "ignored",
        "It, or something around it, carries [PooledAwaitIgnore].",
        "Take [PooledAwaitIgnore] away, or put [PooledAwait] on something narrower.");
    public static readonly Reason SwitchedOff = new(
        "switched-off",
        "This rewrite is switched off here by an option or an attribute.",
        "Switch it on: Builders, DirectAwaits, WhenAny and StateObjects are options, and settings of [PooledAwait].",
        rewrite => rewrite switch
        {
            Rewrite.Builders => Property("Builders", "All"),
            Rewrite.WhenAny => Property("WhenAny", "All"),
            Rewrite.StateObjects => Property("StateObjects", "All"),
            _ => Property(rewrite.ToString(), "true"),
        });

    // Builders: not an async method of the shape that is known.
    public static readonly Reason OwnBuilder = new(
        "own-builder",
        "It chose its builder itself, by [AsyncMethodBuilder].",
        "Take [AsyncMethodBuilder] away if the pooled builder is wanted.");
    public static readonly Reason CustomTaskType = new("custom-task-type", "Its builder is not one of the base library's.");
    public static readonly Reason AsyncIterator = new("async-iterator", "It is an async iterator, whose builder is not swapped.");
    public static readonly Reason RuntimeAsync = new("runtime-async", "The runtime itself suspends it: there is no state machine and no builder.");
    public static readonly Reason AlreadyPooled = new("already-pooled", "It has a pooled builder already.");
    public static readonly Reason UnknownShape = new(
        "unknown-shape",
        "Its state machine is not of the shape that the C# compiler emits.",
        "If no other tool has changed it, please report it with the method's source: the C# compiler may be newer than the weaver.");
    public static readonly Reason OtherCompiler = new(
        "other-compiler",
        "Its state machine is laid out by another compiler than C#'s, or changed by a tool: such are not known.");
    public static readonly Reason BuilderUsedByHand = new(
        "builder-used-by-hand",
        "Code other than the compiler's uses its builder.",
        "Let an async method do the work, or leave it as it is.");

    // Builders: a caller in this assembly consumes the ValueTask as its contract forbids, which happens to work with the default builder.
    public static readonly Reason ConsumedTwice = new(
        "consumed-twice",
        "A caller may consume its ValueTask more than once.",
        "Await it once at that caller; where it is needed more often, keep the result or call AsTask() once.");
    public static readonly Reason Stored = new(
        "stored",
        "A caller keeps its ValueTask in a field, an array, a collection or a closure.",
        "Await it once in the method that calls, or store the Task that AsTask() returns.");
    public static readonly Reason Discarded = new(
        "discarded",
        "All its callers discard its ValueTask: the box of such a call never comes back to the pool.",
        "Await it, or return Task from the method if nobody has to wait for it.");
    public static readonly Reason AskedAfterConsumption = new(
        "asked-after-consumption",
        "A caller asks its ValueTask for its status after consuming it.",
        "Ask for its status before it is awaited at that caller, or keep what the await returned.");
    public static readonly Reason PassedOn = new(
        "passed-on",
        "A caller passes its ValueTask on to code that may use it in any way.",
        "Await it where it is called, or pass on the Task that AsTask() returns.");

    // Builders: a call in a caller that misuses what it gets of methods that are pooled.
    public static readonly Reason GivenATask = new(
        "given-a-task",
        "It uses a ValueTask, or may use it, as its contract forbids. Where that ValueTask is a pooled one, this call gets a task of its own.",
        "Await it once, where it is called, or call AsTask() once and keep the task.");

    // Builders: nothing to gain.
    public static readonly Reason NeverSuspends = new("never-suspends", "It comes to no await, so it never suspends and needs no box.");
    public static readonly Reason SmallStateMachine = new(
        "small-state-machine",
        "Its state machine is smaller than MinimumStateMachineSize: a pooled box would not pay.",
        "Set MinimumStateMachineSize to 0 if bytes matter more than time.",
        _ => Property("MinimumStateMachineSize", "0"));

    // WhenAny: nothing to gain.
    public static readonly Reason TwoTasks = new(
        "two-tasks",
        "It is over two tasks and not awaited for its result where it stands: the base library has its own promise for two.",
        "Await it where it is called, if that is all that its task is for.");
    public static readonly Reason OtherNumberOfTasks = new("other-number-of-tasks", "It is over a number of tasks that there is no specialised promise for.");

    // WhenAny: its tasks do not come one by one, nor in an array.
    public static readonly Reason Enumerable = new(
        "enumerable",
        "Its tasks come from an IEnumerable.",
        "Pass the tasks one by one, if they are three or four.");
    public static readonly Reason Spread = new(
        "spread",
        "Its tasks are in a span over a whole array, as a spread of collections makes one.",
        "Pass the tasks one by one, if they are three or four.");
    public static readonly Reason DelegateOfWhenAny = new(
        "delegate-of-when-any",
        "It is no call: a delegate is made of the method.",
        "Call it where it is needed, if its tasks are three or four.");
    public static readonly Reason NoSpecializedOverload = new(
        "no-specialized-overload",
        "PooledAwait.Runtime has no such overload for the target framework.",
        "Target a newer framework as well.");

    // Direct awaits: the task is needed where it is returned.
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

    // Direct awaits: what is called has no twin.
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

    // StateObjects: nothing to gain.
    public static readonly Reason PassesState = new("passes-state", "The call passes a state object already.");
    public static readonly Reason AlreadyRewritten = new("already-rewritten", "An earlier weaving gave it its state object.");
    public static readonly Reason NothingCaptured = new("nothing-captured", "Its delegate captures nothing: there is no object to pass.");
    public static readonly Reason CachedInClosure = new("cached-in-closure", "The compiler keeps its delegate in the closure and uses it again.");

    // StateObjects: the delegate is not made for the call alone, or not in a way that is known.
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

    // StateObjects: what would stay reachable.
    public static readonly Reason ObservableState = new(
        "observable-state",
        "Its task would show the state in AsyncState and keep it reachable, and StateObjects does not name the method.",
        "Let StateObjects name it, or say All.",
        _ => Property("StateObjects", "All"));
    public static readonly Reason CapturesTask = new(
        "captures-task",
        "Its lambda captures a task, which its state would keep reachable: a chain would grow without end.",
        "Write it with await, or let the lambda capture no task.");

    // StateObjects: the place.
    public static readonly Reason NoStateOverload = new(
        "no-state-overload",
        "The target framework has no such overload with a state object.",
        "Target a newer framework as well, if that has one.");
    public static readonly Reason InFilter = new(
        "in-filter",
        "It stands in an exception filter, where no code is inserted.",
        "Move the call out of the exception filter.");
    public static readonly Reason NotFollowed = new(
        "not-followed",
        "The control flow that leads to it is not understood.",
        "If the C# compiler made it, please report it with the method's source.");
}
