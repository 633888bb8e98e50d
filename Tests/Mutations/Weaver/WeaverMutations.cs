namespace Tests.Mutations.Weaver;

/// <summary>The faults of the weaver, by layer. At least one test must notice each fault.</summary>
internal static class WeaverMutations
{
    public static readonly IReadOnlyList<(string Layer, IReadOnlyList<WeaverMutation> Faults)> ByLayer =
    [
        ("`Rewrites/Builders`", BuilderFaults.All),
        ("`Rewrites/DirectAwaits`", DirectAwaitFaults.All),
        ("`Rewrites/Awaits`", AwaitFaults.All),
        ("`Values`", ValueFaults.All),
        ("`Rewrites/TimedWaits`", TimedWaitFaults.All),
        ("`Rewrites/WhenAny`", WhenAnyFaults.All),
        ("`Rewrites/StateObjects`", StateObjectFaults.All),
        ("`IL/Flow`", FlowFaults.All),
        ("`IL/Editing`", EditingFaults.All),
        ("`Options`", OptionFaults.All),
        ("`Report`", ReportFaults.All),
        ("`Verification`", VerificationFaults.All),
        ("`IL/Restoring`", RestoringFaults.All),
    ];

    public static IReadOnlyList<WeaverMutation> All { get; } = [.. ByLayer.SelectMany(layer => layer.Faults)];
}
