namespace PooledAwait.Fody.Decisions;

/// <content>The conditions on a delay that a variable holds, or that a call of WhenAny gets.</content>
internal sealed partial class Condition
{
    public static readonly Condition VariableHolds = new("variable-holds", "The variable `{0}` holds the delay, but no WhenAny gets it. Only a delay for a WhenAny may be in a variable.", Reason.TaskKept);
    public static readonly Condition RaceNotAwaited = new("race-not-awaited", "The WhenAny is not simply awaited where it stands, or its await does not return the task that won.", Reason.DelayShared);
    public static readonly Condition SeveralRaces = new("several-races", "More than one WhenAny gets `{0}`.", Reason.DelayShared);
    public static readonly Condition RacedAgain = new("raced-again", "The WhenAny may run again with the same delay in `{0}`.", Reason.DelayShared);
    public static readonly Condition DelayOrOther = new("delay-or-other", "`{0}` may hold another value than this delay.", Reason.DelayShared);
    public static readonly Condition ComparedOtherwise = new("compared-otherwise", "The code compares `{0}` with something that may not be the result of that WhenAny.", Reason.DelayShared);
}
