namespace PooledAwait.Fody.Reasons;

/// <content>What the user chose.</content>
internal sealed partial class Reason
{
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
    public static readonly Reason Unsound = new(
        "unsound",
        "What was woven of it did not pass the check that each weave ends with, so it was left as the compiler made it.",
        "Nothing has to be done for the program; please report it, with what was found.");
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
}
