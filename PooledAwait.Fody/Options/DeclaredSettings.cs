namespace PooledAwait.Fody.Options;

/// <summary>
/// What one assembly, module, type, property or method says by its attributes: <c>[PooledAwait]</c> with the settings that it names, or
/// <c>[PooledAwaitIgnore]</c>.
/// </summary>
internal sealed record DeclaredSettings
{
    public bool Ignore { get; init; }

    public PooledBuilders? Builders { get; init; }

    public bool? DirectAwaits { get; init; }

    public PooledWhenAny? WhenAny { get; init; }

    public PooledStateObjects? StateObjects { get; init; }

    public bool? ContinueWith { get; init; }

    public int? MinimumStateMachineSize { get; init; }
}
