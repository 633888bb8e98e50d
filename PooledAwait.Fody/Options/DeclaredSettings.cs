namespace PooledAwait.Fody.Options;

/// <summary>The settings that one assembly, module, type, property or method declares with <c>[PooledAwait]</c> or <c>[PooledAwaitIgnore]</c>.</summary>
/// <param name="changes">A function for each option that the attribute sets, in the order of <see cref="WeaverOption.All"/>.</param>
internal sealed class DeclaredSettings(IEnumerable<Func<WeaverOptions, WeaverOptions>> changes)
{
    private readonly Func<WeaverOptions, WeaverOptions>[] _changes = [.. changes];

    public static DeclaredSettings Ignored { get; } = new([]) { Ignore = true };

    public bool Ignore { get; private init; }

    /// <param name="wider">The settings of the next wider scope.</param>
    /// <returns>
    /// The settings of this scope. For each option that the attribute sets, they have the attribute's value. For all other options, they have the wider scope's
    /// value.
    /// </returns>
    public WeaverOptions Over(WeaverOptions wider) => _changes.Aggregate(wider, (options, change) => change(options));
}
