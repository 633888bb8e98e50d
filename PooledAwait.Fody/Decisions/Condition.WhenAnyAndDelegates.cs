namespace PooledAwait.Fody.Decisions;

/// <content>The conditions on calls of WhenAny, and on calls that pass a delegate.</content>
internal sealed partial class Condition
{
    // WhenAny. Timed waits also use NotInRuntime.
    public static readonly Condition TaskNeeded = new("task-needed", "The call is not simply awaited where it stands.", Reason.TwoTasks);
    public static readonly Condition WinnerDropped = new("winner-dropped", "It is awaited as a plain Task, so the await does not return the task that won.", Reason.TwoTasks);
    public static readonly Condition TasksOnly = new("tasks-only", "The option WhenAny=\"Tasks\" rewrites no call with two tasks.", Reason.TwoTasks);
    public static readonly Condition OverloadUnknown = new("overload-unknown", "The weaver does not know the overload `{0}` of WhenAny.", Reason.NoSpecializedOverload);
    public static readonly Condition NotInRuntime = new("not-in-runtime", "PooledAwait.Runtime has no counterpart of `{0}` on this framework.", Reason.NoSpecializedOverload);

    // The origin of a delegate.
    public static readonly Condition FromVariable = new("from-variable", "`{0}` holds it.", Reason.DelegateFromElsewhere);
    public static readonly Condition FromCall = new("from-call", "`{0}` returns it.", Reason.DelegateFromElsewhere);
    public static readonly Condition FromOther = new("from-other", "`{0}` produces it.", Reason.DelegateFromElsewhere);

    // The method that the delegate calls.
    public static readonly Condition FunctionElsewhere = new("function-elsewhere", "The IL that creates the delegate is not what the C# compiler emits for a lambda or a method group.", Reason.UnknownDelegate);
    public static readonly Condition OtherDelegateType = new("other-delegate-type", "It is a `{0}`, but the call takes a `{1}`.", Reason.UnknownDelegate);
    public static readonly Condition MethodUnknown = new("method-unknown", "Its method `{0}` does not exist.", Reason.UnknownDelegate);
    public static readonly Condition OtherParameters = new("other-parameters", "Its method `{0}` has {1} parameters instead of {2}.", Reason.UnknownDelegate);
    public static readonly Condition ParametersFollowed = new("parameters-followed", "A parameter of `{0}` has a trimming attribute.", Reason.UnknownDelegate);
    public static readonly Condition InheritedInGeneric = new(
        "inherited-in-generic", "A generic class inherits the protected method `{0}`. The delegate may call it on an object whose class has other type arguments.", Reason.UnknownDelegate);
    public static readonly Condition OtherCapturesNothing = new("other-captures-nothing", "Another delegate of the call captures nothing, and the code does not cache it as the compiler does.", Reason.UnknownDelegate);

    // The delegate's object.
    public static readonly Condition VirtualMethod = new("virtual-method", "Its delegate for `{0}` calls a virtual method, so the object decides what runs.", Reason.DifferentObjects);
    public static readonly Condition ObjectMayBeNull = new("object-may-be-null", "Its delegate calls `{0}` on an object that may be null.", Reason.DifferentObjects);
    public static readonly Condition OtherObject = new("other-object", "The objects do not come from the same variable.", Reason.DifferentObjects);
    public static readonly Condition VariableChanged = new("variable-changed", "`{0}` may hold another object when the second delegate is made.", Reason.DifferentObjects);

    // The code of the program's own method that gets the delegate.
    public static readonly Condition DelegateUsed = new("delegate-used", "`{0}` does more with `{1}` than call it.", Reason.NotOnlyCalled);
    public static readonly Condition KeptBetweenParts = new("kept-between-parts", "`{0}` is async or an iterator, and keeps the delegate while it waits.", Reason.NotOnlyCalled);
}
