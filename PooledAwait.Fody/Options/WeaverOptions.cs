namespace PooledAwait.Fody.Options;

/// <summary>The values of the options that <see cref="WeaverOption.All"/> describes.</summary>
internal sealed record WeaverOptions
{
    /// <summary>
    /// The default excludes the smallest state machines, which have only a state, a builder and an awaiter. In a call of a <c>Task</c> method, pooling saves as
    /// many bytes as the state machine has, but costs some time if the machine is small (Benchmarks/RESULTS.md). The smallest machines are common and save the
    /// least.
    /// </summary>
    public const int DefaultMinimumStateMachineSize = 32;

    public PooledBuilders Builders { get; init; } = PooledBuilders.All;

    public bool DirectAwaits { get; init; } = true;

    public bool TimedWaits { get; init; } = true;

    public PooledWhenAny WhenAny { get; init; } = PooledWhenAny.All;

    public PooledStateObjects StateObjects { get; init; } = DefaultStateObjects.Value;

    /// <summary>Types and methods to weave; empty means all. Never set together with <see cref="Exclude"/>.</summary>
    public IReadOnlyList<ScopePattern> Include { get; init; } = [];

    public IReadOnlyList<ScopePattern> Exclude { get; init; } = [];

    public bool OptIn { get; init; }

    public IReadOnlyList<ScopePattern> HarmlessAttributes { get; init; } = [];

    public int MinimumStateMachineSize { get; init; } = DefaultMinimumStateMachineSize;

    /// <summary>Identifiers of the warnings to suppress, in upper case.</summary>
    public IReadOnlyList<string> Suppress { get; init; } = [];

    public VerifyLevel Verify { get; init; } = VerifyLevel.Warn;

    public ReportLevel Report { get; init; } = ReportLevel.Summary;

    public bool Snapshots { get; init; }

    /// <summary>Whether the weaver writes a file that contains IL.</summary>
    public bool KeepsIl => Snapshots || Report == ReportLevel.Full;
}
