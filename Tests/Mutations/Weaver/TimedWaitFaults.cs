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
            "order.MayReach(raced, raced!, store)",
            "false",
            Recognition),
        new(
            "A second WhenAny gets the same delay.",
            "KeptDelayRecogniser.cs",
            "race == null ? found : No(Condition.SeveralRaces, read)",
            "race == null ? found : race",
            Recognition),
        new(
            "A variable holds a delay on some paths only.",
            "KeptDelayRecogniser.cs",
            "order.MayReach(null, read, stores) || stores.Any(one => one != store && order.MayReach(one, read, stores))",
            "order.MayReach(null, read, stores)",
            Recognition),
        new(
            "A delay is compared with the result of an earlier race.",
            "RaceResult.cs",
            " && !order.MayReach(delayStore, taker, seen[0])",
            "",
            Recognition),
        new(
            "A delay is compared with a variable that some paths do not set.",
            "RaceResult.cs",
            "seen.Count == 1 && ",
            "seen.Count > 0 && ",
            Recognition),
        new(
            "What is awaited as a task without a result becomes a ValueTask with one.",
            "TimedWaitRecogniser.cs",
            "(awaited.Result == null) != (overload.Result == null)",
            "false",
            Recognition),
    ];
}
