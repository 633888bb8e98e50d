namespace PooledAwait.Fody.Verification;

/// <summary>
/// Describes where a value goes, such as a field, an argument or the method's result. Every argument of every call needs a destination. The text of a
/// destination is made only for a finding, because making texts takes time.
/// </summary>
/// <param name="Kind">The kind of destination, such as an argument.</param>
/// <param name="Index">The index, if there are several destinations of the kind; otherwise less than 0.</param>
/// <param name="Of">The called method for an argument; the name for a field.</param>
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
