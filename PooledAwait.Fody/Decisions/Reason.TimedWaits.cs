namespace PooledAwait.Fody.Decisions;

/// <content>The reason why a wait for a time keeps its task and its timer. The reasons of direct awaits apply to such waits, too.</content>
internal sealed partial class Reason
{
    public static readonly Reason DelayShared = new(
        "delay-shared",
        "Its delay goes to a WhenAny that is not simply awaited, or other code may use the delay too.",
        "Write the call of Task.Delay into the call of WhenAny, and await that.");
}
