namespace PooledAwait.Fody.Decisions;

/// <content>The reasons why no rewrite can change a place in the code. Some of these reasons depend on the project's target framework.</content>
internal sealed partial class Reason
{
    public static readonly Reason NoStateOverload = new(
        "no-state-overload",
        "The target framework has no overload of it that takes a state object.",
        "Add a newer target framework to the project, if one has that overload.");
    public static readonly Reason InFilter = new(
        "in-filter",
        "It stands in an exception filter, where the weaver inserts no code.",
        "Move the call out of the exception filter.");
    public static readonly Reason NotFollowed = new(
        "not-followed",
        "The weaver cannot follow the control flow that leads to it.",
        "If the C# compiler made it, please report it with the method's source.");
}
