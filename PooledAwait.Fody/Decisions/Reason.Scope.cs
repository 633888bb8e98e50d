namespace PooledAwait.Fody.Decisions;

/// <content>The reasons that come from the user's settings, and from a failed weave.</content>
internal sealed partial class Reason
{
    public static readonly Reason Excluded = new(
        "excluded",
        "The option Exclude names it or its type.",
        "Remove it from Exclude, or put [PooledAwait] on the type or on a member of it.",
        _ => "[PooledAwait]");
    public static readonly Reason NotIncluded = new(
        "not-included",
        "The option Include names neither it nor its type.",
        "Add it to Include, or put [PooledAwait] on the type or on a member of it.",
        _ => "[PooledAwait]");
    public static readonly Reason NotOptedIn = new(
        "not-opted-in",
        "OptIn is on, and neither the method nor its type, module or assembly carries [PooledAwait].",
        "Put [PooledAwait] on the method, its type, the module or the assembly, or turn OptIn off.",
        _ => "[PooledAwait]");
    public static readonly Reason Ignored = new(
        "ignored",
        "[PooledAwaitIgnore] excludes it: the attribute is on it, or on something around it.",
        "Remove the attribute, or put [PooledAwait] on something narrower.");
    public static readonly Reason Unsound = new(
        "unsound",
        "The weaver failed at it, or its woven code did not pass the check at the end of the weave, so it stays as the compiler made it.",
        "Your program needs no change. Please report it, with the warning.");
    public static readonly Reason SwitchedOff = new(
        "switched-off",
        "An option or an attribute switches this rewrite off here.",
        "Switch it on with Builders, DirectAwaits, TimedWaits, WhenAny, StateObjects or ContinueWith, as an option or in [PooledAwait].",
        rewrite => rewrite switch
        {
            Rewrite.Builders => Property("Builders", "All"),
            Rewrite.WhenAny => Property("WhenAny", "All"),
            Rewrite.StateObjects => Property("StateObjects", "All"),
            _ => Property(rewrite.ToString(), "true"),
        });
}
