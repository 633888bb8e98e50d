namespace PooledAwait.Fody.Options;

/// <summary>What the element <c>&lt;PooledAwait&gt;</c> of FodyWeavers.xml says; options that it does not set have their defaults.</summary>
internal sealed record WeaverOptions
{
    /// <summary>
    /// A pooled box saves a <c>Task</c> method the size of its state machine, but costs some time if the machine is small
    /// (Benchmarks/RESULTS.md). The smallest machines have only a state, a builder and an awaiter. They are many and save the least, so they keep their builder.
    /// </summary>
    public const int DefaultMinimumStateMachineSize = 32;

    public PooledBuilders Builders { get; init; } = PooledBuilders.All;

    /// <summary>Whether calls that are awaited directly go without a task.</summary>
    public bool DirectAwaits { get; init; } = true;

    public PooledWhenAny WhenAny { get; init; } = PooledWhenAny.All;

    public PooledStateObjects StateObjects { get; init; } = DefaultStateObjects.Value;

    /// <summary>Types and methods to weave; empty means all. Never filled together with <see cref="Exclude"/>.</summary>
    public IReadOnlyList<ScopePattern> Include { get; init; } = [];

    /// <summary>Types and methods to leave alone.</summary>
    public IReadOnlyList<ScopePattern> Exclude { get; init; } = [];

    /// <summary>Weave only what carries the attribute, or is inside something that carries it.</summary>
    public bool OptIn { get; init; }

    /// <summary>Attributes that nothing acts on, so methods that carry them may get second methods.</summary>
    public IReadOnlyList<ScopePattern> HarmlessAttributes { get; init; } = [];

    /// <summary>In bytes; a <c>Task</c> method with a smaller state machine keeps its builder.</summary>
    public int MinimumStateMachineSize { get; init; } = DefaultMinimumStateMachineSize;

    /// <summary>Identifiers of the warnings that must not be given, in upper case.</summary>
    public IReadOnlyList<string> Suppress { get; init; } = [];

    /// <summary>Whether woven code is checked before it is written, and what happens if it does not pass.</summary>
    public VerifyLevel Verify { get; init; } = VerifyLevel.Warn;

    public ReportLevel Report { get; init; } = ReportLevel.Summary;

    /// <summary>Write the IL of every changed method, before and after, under the intermediate output folder.</summary>
    public bool Snapshots { get; init; }

    /// <summary>Whether any written file shows IL.</summary>
    public bool KeepsIl => Snapshots || Report == ReportLevel.Full;
}
