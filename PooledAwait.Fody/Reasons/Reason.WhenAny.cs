namespace PooledAwait.Fody.Reasons;

/// <content>Why a call of <c>Task.WhenAny</c> stays.</content>
internal sealed partial class Reason
{
    // Nothing to gain.
    public static readonly Reason TwoTasks = new(
        "two-tasks",
        "It is over two tasks and not awaited for its result where it stands: the base library has its own promise for two.",
        "Await it where it is called, if that is all that its task is for.");
    public static readonly Reason OtherNumberOfTasks = new("other-number-of-tasks", "It is over a number of tasks that there is no specialised promise for.");

    // Its tasks do not come one by one, nor in an array.
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
}
