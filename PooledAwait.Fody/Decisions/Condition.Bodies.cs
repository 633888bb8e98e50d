namespace PooledAwait.Fody.Decisions;

/// <content>Conditions on a method's code that do not depend on the rewrite.</content>
internal sealed partial class Condition
{
    public static readonly Condition InvalidBody = new(
        "invalid-body", "The code of `{0}` is not valid at `{1}`: {2}", Reason.NotFollowed, Reason.UnknownShape, Reason.OtherCompiler, Reason.PassedOn, Reason.Stored,
        Reason.NotForwarded, Reason.NotOnlyCalled);
    public static readonly Condition Unreachable = new("unreachable", "No path leads to it.", Reason.NotFollowed);
    public static readonly Condition TooManyPlaces = new("too-many-places", "More than {0} places hold it.", Reason.NotFollowed, Reason.TaskKept);
    public static readonly Condition TooManyPaths = new("too-many-paths", "Following it takes more than {0} steps.", Reason.NotFollowed, Reason.TaskKept);
}
