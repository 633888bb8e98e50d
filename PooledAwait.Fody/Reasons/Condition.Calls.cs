namespace PooledAwait.Fody.Reasons;

/// <content>What calls of WhenAny, and calls that pass a delegate, must be.</content>
internal sealed partial class Condition
{
    // WhenAny.
    public static readonly Condition TaskNeeded = new("task-needed", "Its task is used otherwise than by an await where the call stands.", Reason.TwoTasks);
    public static readonly Condition WinnerDropped = new("winner-dropped", "It is awaited as a task without a result, so the task that has completed is dropped.", Reason.TwoTasks);
    public static readonly Condition TasksOnly = new("tasks-only", "The option WhenAny=\"Tasks\" leaves calls that are awaited as they are.", Reason.TwoTasks);
    public static readonly Condition OverloadUnknown = new("overload-unknown", "The overload `{0}` of WhenAny is not known.", Reason.NoSpecializedOverload);
    public static readonly Condition NotInRuntime = new("not-in-runtime", "The PooledAwait.Runtime of this framework has no counterpart of `{0}`.", Reason.NoSpecializedOverload);

    // Where a delegate comes from.
    public static readonly Condition FromVariable = new("from-variable", "`{0}` holds it.", Reason.DelegateFromElsewhere);
    public static readonly Condition FromCall = new("from-call", "`{0}` returns it.", Reason.DelegateFromElsewhere);
    public static readonly Condition FromOther = new("from-other", "`{0}` gives it.", Reason.DelegateFromElsewhere);

    // What it is over.
    public static readonly Condition FunctionElsewhere = new("function-elsewhere", "Its method is not loaded right before it is made, or not from its own object.", Reason.UnknownDelegate);
    public static readonly Condition OtherDelegateType = new("other-delegate-type", "It is a `{0}`, and the call takes a `{1}`.", Reason.UnknownDelegate);
    public static readonly Condition MethodUnknown = new("method-unknown", "Its method `{0}` is not found.", Reason.UnknownDelegate);
    public static readonly Condition OtherParameters = new("other-parameters", "Its method `{0}` has {1} parameters instead of {2}.", Reason.UnknownDelegate);
    public static readonly Condition ParametersFollowed = new("parameters-followed", "A parameter of `{0}` has an attribute that trimmers read.", Reason.UnknownDelegate);
    public static readonly Condition InheritedInGeneric = new(
        "inherited-in-generic", "`{0}` is a protected method that a generic class inherits, and the object may be of another instance of that class.", Reason.UnknownDelegate);
    public static readonly Condition OtherCapturesNothing = new("other-captures-nothing", "Another delegate of the call captures nothing, and is not kept as the compiler keeps one.", Reason.UnknownDelegate);

    // Which object it is.
    public static readonly Condition VirtualMethod = new("virtual-method", "Its delegate over `{0}` calls what the object makes of that method.", Reason.DifferentObjects);
    public static readonly Condition ObjectMayBeNull = new("object-may-be-null", "The object of its delegate over `{0}` may be null.", Reason.DifferentObjects);
    public static readonly Condition OtherObject = new("other-object", "The objects do not come from one variable.", Reason.DifferentObjects);
    public static readonly Condition VariableChanged = new("variable-changed", "`{0}` may hold another object for the second delegate.", Reason.DifferentObjects);
}
