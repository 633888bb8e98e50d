namespace PooledAwait.Fody.Decisions;

/// <content>
/// The reasons why a call of <c>Task.WhenAny</c> stays unchanged. <see cref="NoSpecializedOverload"/> is also a reason for calls that wait for a time.
/// </content>
internal sealed partial class Reason
{
    // PooledAwait.Runtime has no replacement for this number of tasks, or the replacement would save nothing.
    public static readonly Reason TwoTasks = new(
        "two-tasks",
        "It waits for two tasks, and a rewritten call would still make its own task. The base library already treats two tasks specially.",
        "Await the call itself, if you need its task for nothing else.");
    public static readonly Reason OtherNumberOfTasks = new("other-number-of-tasks", "PooledAwait has no special implementation for this number of tasks.");

    // PooledAwait.Runtime has no replacement for this form of the code.
    public static readonly Reason Enumerable = new(
        "enumerable",
        "Its tasks come from an IEnumerable.",
        "If there are three or four tasks, pass them one by one.");
    public static readonly Reason Spread = new(
        "spread",
        "Its tasks are in a span over a whole array. The compiler makes such a span for a collection expression with a spread.",
        "If there are three or four tasks, pass them one by one.");
    public static readonly Reason DelegateOfWhenAny = new(
        "delegate-of-when-any",
        "It is not a call: the code makes a delegate of the method.",
        "If there are three or four tasks, call the method directly.");
    public static readonly Reason NoSpecializedOverload = new(
        "no-specialized-overload",
        "PooledAwait.Runtime has no counterpart of this overload on the target framework.",
        "Add a newer target framework to the project.");
}
