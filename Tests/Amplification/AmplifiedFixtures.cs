using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Amplification;

/// <summary>The fixtures' shapes and scenarios for the tests with added awaits. Each async body begins with an added await, which always suspends.</summary>
/// <remarks>
/// Most fixtures observe what a call has done when the call returns. If the body continued on another thread at an unknown time, these observations would
/// depend on chance. So the caller blocks during the added await. It then observes the same as without the await.
/// </remarks>
internal static class AmplifiedFixtures
{
    private const string HandingOver = "await global::AssemblyToProcess.Support.Handover.ToAnotherThread();";

    public static readonly Shape Release = Shape.Release with { FirstAwait = HandingOver };
    public static readonly Shape Debug = Shape.Debug with { FirstAwait = HandingOver };

    private static readonly HashSet<Scenario> s_leftOut =
    [
        // These scenarios make too many calls. Two thousand nested calls would need as many threads, and twenty thousand calls in a row would take seconds.
        new("AssemblyToProcess.Valid.DirectAwaitBehaviour", "Deep"),
        new("AssemblyToProcess.Valid.DirectAwaitVirtualBehaviour", "Deep"),
        new("AssemblyToProcess.Valid.Chains", "Completed_from_within_each_other"),

        // After the added await, the code of these scenarios runs without its task scheduler, on the thread pool. The scenarios check at once what the thread
        // pool has run, so their result would depend on chance.
        new("AssemblyToProcess.Valid.DirectAwaitBehaviour", "SeenFromOutside"),
        new("AssemblyToProcess.Valid.Yields", "Resume_under_the_scheduler"),
    ];

    public static IEnumerable<Scenario> Scenarios(IEnumerable<Scenario> all) => all.Where(scenario => !s_leftOut.Contains(scenario));
}
