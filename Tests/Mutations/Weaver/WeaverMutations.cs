namespace Tests.Mutations.Weaver;

/// <summary>The faults of the weaver, by room. Some test must notice each.</summary>
internal static class WeaverMutations
{
    public static readonly IReadOnlyList<(string Room, IReadOnlyList<WeaverMutation> Faults)> ByRoom =
    [
        ("`Builders`", BuilderFaults.All),
        ("`DirectAwaits`", DirectAwaitFaults.All),
        ("`Awaits`", AwaitFaults.All),
        ("`Following`", FollowingFaults.All),
        ("`WhenAny`", WhenAnyFaults.All),
        ("`StateObjects`", StateObjectFaults.All),
        ("`Cil/Flow`", FlowFaults.All),
        ("`Cil/Editing`", EditingFaults.All),
        ("`Options`", OptionFaults.All),
        ("`Reporting`", ReportingFaults.All),
        ("`Verifying`", VerifyingFaults.All),
        ("`Restoring`", RestoringFaults.All),
    ];

    public static IReadOnlyList<WeaverMutation> All { get; } = [.. ByRoom.SelectMany(room => room.Faults)];
}
