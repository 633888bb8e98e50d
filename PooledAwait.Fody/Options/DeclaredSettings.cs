namespace PooledAwait.Fody.Options;

/// <summary>
/// What one assembly, module, type, property or method says by its attributes: <c>[PooledAwait]</c> with the settings that it names, or
/// <c>[PooledAwaitIgnore]</c>.
/// </summary>
/// <param name="changes">Sets what the attribute names; the options in the order of <see cref="WeaverOption.All"/>.</param>
internal sealed class DeclaredSettings(IEnumerable<Func<WeaverOptions, WeaverOptions>> changes)
{
    private readonly Func<WeaverOptions, WeaverOptions>[] _changes = [.. changes];

    public static DeclaredSettings Ignored { get; } = new([]) { Ignore = true };

    public bool Ignore { get; private init; }

    /// <param name="wider">The settings of the next wider place.</param>
    /// <returns>The settings here: those of the wider place, except what the attribute names.</returns>
    public WeaverOptions Over(WeaverOptions wider) => _changes.Aggregate(wider, (options, change) => change(options));
}
