namespace PooledAwait.Fody.Options;

/// <summary>What the element <c>&lt;PooledAwait&gt;</c> of FodyWeavers.xml says; what it does not say has its default.</summary>
internal sealed record WeaverOptions
{
    /// <summary>
    /// With a pooled box a <c>Task</c> method saves the size of its state machine, and costs some time while machines are small
    /// (Benchmarks/RESULTS.md). The smallest, with a state, a builder and an awaiter and nothing else, are many and save the least: they keep their builder.
    /// </summary>
    public const int DefaultMinimumStateMachineSize = 32;

    public PooledBuilders Builders { get; init; } = PooledBuilders.All;

    /// <summary>Whether tasks that are awaited where they are returned are done without.</summary>
    public bool DirectAwaits { get; init; } = true;

    public PooledWhenAny WhenAny { get; init; } = PooledWhenAny.All;

    public PooledStateObjects StateObjects { get; init; } = PooledStateObjectsExtensions.Default;

    /// <summary>Types and methods to weave; empty means all. Never filled together with <see cref="Exclude"/>.</summary>
    public IReadOnlyList<ScopePattern> Include { get; init; } = [];

    /// <summary>Types and methods to leave alone.</summary>
    public IReadOnlyList<ScopePattern> Exclude { get; init; } = [];

    /// <summary>Weave only what carries the attribute, or lies inside something that does.</summary>
    public bool OptIn { get; init; }

    /// <summary>Attributes that nothing acts on: methods that carry them may get second methods.</summary>
    public IReadOnlyList<ScopePattern> HarmlessAttributes { get; init; } = [];

    /// <summary>In bytes; a <c>Task</c> method with a smaller state machine keeps its builder.</summary>
    public int MinimumStateMachineSize { get; init; } = DefaultMinimumStateMachineSize;

    /// <summary>Identifiers of the warnings that are not to be given, in upper case.</summary>
    public IReadOnlyList<string> Suppress { get; init; } = [];

    /// <summary>Whether what is woven is checked before it is written, and what then.</summary>
    public VerifyLevel Verify { get; init; } = VerifyLevel.Warn;

    public ReportLevel Report { get; init; } = ReportLevel.Summary;

    /// <summary>Write the IL of every changed method, before and after, under the intermediate output folder.</summary>
    public bool Snapshots { get; init; }

    /// <summary>Whether anything that is written shows IL.</summary>
    public bool KeepsIl => Snapshots || Report == ReportLevel.Full;
}
