namespace PooledAwait.Fody.Verification;

/// <summary>Describes what a value is stored in, passed as or returned as. Becomes text only in a finding: every argument of every call needs a destination, and texts cost time.</summary>
/// <param name="Kind">The kind of destination, such as an argument.</param>
/// <param name="Index">The index, if there are several destinations of the kind; otherwise less than 0.</param>
/// <param name="Of">What the destination belongs to, or its name.</param>
internal readonly record struct Destination(string Kind, int Index = -1, object? Of = null)
{
    public static implicit operator Destination(string kind) => new(kind);

    public static Destination Argument(int index, object? of = null) => new("argument", index, of);

    public override string ToString() => (Index, Of) switch
    {
        (< 0, null) => Kind,
        (< 0, _) => $"{Kind} {Of}",
        (_, null) => $"{Kind} {Index}",
        _ => $"{Kind} {Index} of {Of}",
    };
}
