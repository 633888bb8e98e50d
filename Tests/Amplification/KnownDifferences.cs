using Tests.Weaving;

namespace Tests.Amplification;

/// <summary>Differences that the README says may be observed, and that the amplified fixtures do observe.</summary>
internal static class KnownDifferences
{
    /// <summary>
    /// A ValueTask that was suspended and has succeeded becomes a task that others share (README, "What you may observe", 2). Without the added awaits, these two
    /// scenarios look at calls that did not suspend.
    /// </summary>
    private static readonly Dictionary<Scenario, (string NotWoven, string Woven)> s_differences = new()
    {
        [new("AssemblyToProcess.Valid.CompletedAtOnce", "Need_no_machine_in_flight")] = ("no task behind it: False", "no task behind it: True"),
        [new("AssemblyToProcess.Valid.Consumption", "As_a_task")] =
            ("complete at once: (RanToCompletion, False, Faulted)", "complete at once: (RanToCompletion, True, Faulted)"),
    };

    /// <summary>The expected trace of the woven scenario, from the trace of the scenario that is not woven.</summary>
    public static string Of(Scenario scenario, string trace) =>
        s_differences.TryGetValue(scenario, out var difference) ? trace.Replace(difference.NotWoven, difference.Woven) : trace;
}
