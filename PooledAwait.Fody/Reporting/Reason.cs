namespace PooledAwait.Fody.Reporting;

/// <summary>
/// Why something was left alone. The set is closed: a recogniser names one of these and adds at most the place, so that users find the
/// same words everywhere and tests can assert them.
/// </summary>
internal sealed class Reason
{
    private Reason(string id, string sentence)
    {
        Id = id;
        Sentence = sentence;
    }

    /// <summary>Stable and short, in kebab case.</summary>
    public string Id { get; }

    /// <summary>One sentence for the user.</summary>
    public string Sentence { get; }

    public override string ToString() => Id;

    // Scope: the user's own choice.
    public static readonly Reason Excluded = new("excluded", "Its type is excluded by FodyWeavers.xml.");
    public static readonly Reason NotIncluded = new("not-included", "Its type is not among the included ones in FodyWeavers.xml.");
    public static readonly Reason NotOptedIn = new("not-opted-in", "OptIn is on, and nothing around it carries [PooledAwait].");
    public static readonly Reason Ignored = new("ignored", "It, or something around it, carries [PooledAwaitIgnore].");
    public static readonly Reason SwitchedOff = new("switched-off", "This rewrite is switched off here by FodyWeavers.xml or an attribute.");

    // Builders: not an async method of the shape that is known.
    public static readonly Reason OwnBuilder = new("own-builder", "It chose its builder itself, by [AsyncMethodBuilder].");
    public static readonly Reason CustomTaskType = new("custom-task-type", "Its builder is not one of the base library's.");
    public static readonly Reason AsyncIterator = new("async-iterator", "It is an async iterator, whose builder is not swapped.");
    public static readonly Reason RuntimeAsync = new("runtime-async", "The runtime itself suspends it: there is no state machine and no builder.");
    public static readonly Reason AlreadyPooled = new("already-pooled", "It has a pooled builder already.");
    public static readonly Reason UnknownShape = new("unknown-shape", "Its state machine is not of the shape that the C# compiler emits.");
    public static readonly Reason BuilderUsedByHand = new("builder-used-by-hand", "Code other than the compiler's uses its builder.");

    // Builders: a caller in this assembly consumes the ValueTask as its contract forbids, which happens to work with the default builder.
    public static readonly Reason ConsumedTwice = new("consumed-twice", "A caller may consume its ValueTask more than once.");
    public static readonly Reason Stored = new("stored", "A caller keeps its ValueTask in a field, an array, a collection or a closure.");
    public static readonly Reason Discarded = new("discarded", "A caller discards its ValueTask, so that an exception would go unobserved.");
    public static readonly Reason AskedAfterConsumption = new("asked-after-consumption", "A caller asks its ValueTask for its status after consuming it.");
    public static readonly Reason PassedOn = new("passed-on", "A caller passes its ValueTask on to code that may use it in any way.");

    // Builders: nothing to gain.
    public static readonly Reason SmallStateMachine = new("small-state-machine", "Its state machine is smaller than MinimumStateMachineSize: a pooled box would not pay.");

    // WhenAny: nothing to gain.
    public static readonly Reason TwoTasks = new("two-tasks", "It is over two tasks and not awaited where it stands: the base library has its own promise for two.");
    public static readonly Reason OtherNumberOfTasks = new("other-number-of-tasks", "It is over a number of tasks that there is no specialised promise for.");

    // WhenAny: its tasks do not come one by one, nor in an array.
    public static readonly Reason Enumerable = new("enumerable", "Its tasks come from an IEnumerable.");
    public static readonly Reason Spread = new("spread", "Its tasks are in a span over a whole array, as a spread of collections makes one.");
    public static readonly Reason DelegateOfWhenAny = new("delegate-of-when-any", "It is no call: a delegate is made of the method.");
    public static readonly Reason NoSpecializedOverload = new("no-specialized-overload", "PooledAwait.Runtime has no such overload for the target framework.");

    // ContinueWith: nothing to gain.
    public static readonly Reason PassesState = new("passes-state", "The call passes a state object already.");
    public static readonly Reason NothingCaptured = new("nothing-captured", "Its delegate captures nothing: there is no object to pass.");
    public static readonly Reason CachedInClosure = new("cached-in-closure", "The compiler keeps its delegate in the closure and uses it again.");

    // ContinueWith: the delegate is not made for the call alone, or not in a way that is known.
    public static readonly Reason DelegateFromElsewhere = new("delegate-from-elsewhere", "Its delegate comes from a variable, a field or a call.");
    public static readonly Reason SeveralDelegates = new("several-delegates", "More than one delegate may be passed.");
    public static readonly Reason DelegateKept = new("delegate-kept", "Its delegate is used for more than the call.");
    public static readonly Reason UnknownDelegate = new("unknown-delegate", "Its delegate is not one of the call's own types over an instance method.");
    public static readonly Reason BaseMethod = new("base-method", "Its delegate calls a base class's method that the class may override.");

    // ContinueWith: what would stay reachable.
    public static readonly Reason CapturesTask = new("captures-task", "Its lambda captures another task, which its state would keep reachable: a chain would grow without end.");

    // ContinueWith: the place.
    public static readonly Reason NoStateOverload = new("no-state-overload", "The target framework has no such overload with a state object.");
    public static readonly Reason InFilter = new("in-filter", "It stands in an exception filter, where no code is inserted.");
    public static readonly Reason NotFollowed = new("not-followed", "The control flow that leads to it is not understood.");
}
