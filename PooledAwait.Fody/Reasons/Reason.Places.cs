namespace PooledAwait.Fody.Reasons;

/// <content>Where nothing is changed, or only for another framework.</content>
internal sealed partial class Reason
{
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
