using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Amplification;

/// <summary>The fixtures with an await that always suspends in each async body.</summary>
/// <remarks>
/// The caller waits for this await. Most fixtures look at what a call has done when it returns, and only then let it continue. If the inserted await
/// continued at an unknown place and time, the fixtures would see results of chance.
/// </remarks>
internal static class AmplifiedFixtures
{
    private const string HandingOver = "await global::AssemblyToProcess.Support.Handover.ToAnotherThread();";

    public static readonly Shape Release = Shape.Release with { FirstAwait = HandingOver };
    public static readonly Shape Debug = Shape.Debug with { FirstAwait = HandingOver };

    private static readonly HashSet<Scenario> s_leftOut =
    [
        // Two thousand nested calls would need as many threads, and twenty thousand in a row would take seconds.
        new("AssemblyToProcess.Valid.DirectAwaitBehaviour", "Deep"),
        new("AssemblyToProcess.Valid.DirectAwaitVirtualBehaviour", "Deep"),
        new("AssemblyToProcess.Valid.Chains", "Completed_from_within_each_other"),

        // These look at once at what continues on the thread pool. After a handover, and without a scheduler, the result depends on chance.
        new("AssemblyToProcess.Valid.DirectAwaitBehaviour", "SeenFromOutside"),
        new("AssemblyToProcess.Valid.Yields", "Resume_under_the_scheduler"),
    ];

    public static IEnumerable<Scenario> Scenarios(IEnumerable<Scenario> all) => all.Where(scenario => !s_leftOut.Contains(scenario));
}
