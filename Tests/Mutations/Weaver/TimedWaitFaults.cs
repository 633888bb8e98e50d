namespace Tests.Mutations.Weaver;

/// <summary>Faults in the rewrite of timed waits.</summary>
internal static class TimedWaitFaults
{
    private const string Recognition = "TimedWaits.Weaving.RecognitionTests";

    public static readonly IReadOnlyList<WeaverMutation> All =
    [
        new(
            "A WhenAny gets the same delay again in a loop.",
            "KeptDelayRecogniser.cs",
            "flow.MayReach(raced[0].Read, raced[0].Read, store)",
            "false",
            Recognition),
        new(
            "A second WhenAny gets the same delay.",
            "KeptDelayRecogniser.cs",
            "raced.Count > 1 || raced[0].Race!.Value is not { } race",
            "raced[0].Race!.Value is not { } race",
            Recognition),
        new(
            "A variable holds a delay on some paths only.",
            "KeptDelayRecogniser.cs",
            "flow.OnlyStoreSeenBy(read.Read) != store",
            "flow.OnlyStoreSeenBy(read.Read) == read.Read",
            Recognition),
        new(
            "A delay is compared with the result of an earlier race.",
            "RaceResult.cs",
            " && !delay.MayReach(store, taker, seen)",
            "",
            Recognition),
        new(
            "A WaitAsync that is awaited as a task without a result becomes a ValueTask with one.",
            "TimedWaitRecogniser.cs",
            "(awaited.Result == null) != (overload.Result == null)",
            "false",
            Recognition),
    ];
}
