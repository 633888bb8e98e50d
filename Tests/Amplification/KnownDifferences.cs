using Tests.Weaving;

namespace Tests.Amplification;

/// <summary>
/// The differences between a scenario's traces before and after weaving. They appear only with the added awaits. The README allows these differences.
/// </summary>
internal static class KnownDifferences
{
    /// <summary>
    /// If a call suspended and succeeded, AsTask may return a shared task (README, "What you may observe", 2). Without the added awaits, the calls in these two
    /// scenarios do not suspend.
    /// </summary>
    private static readonly Dictionary<Scenario, (string NotWoven, string Woven)> s_differences = new()
    {
        [new("AssemblyToProcess.Valid.CompletedAtOnce", "Need_no_machine_in_flight")] = ("no task behind it: False", "no task behind it: True"),
        [new("AssemblyToProcess.Valid.Consumption", "As_a_task")] =
            ("complete at once: (RanToCompletion, False, Faulted)", "complete at once: (RanToCompletion, True, Faulted)"),
    };

    /// <summary>Turns the trace of the unwoven scenario into the expected trace of the woven scenario.</summary>
    public static string Of(Scenario scenario, string trace) =>
        s_differences.TryGetValue(scenario, out var difference) ? trace.Replace(difference.NotWoven, difference.Woven) : trace;
}
