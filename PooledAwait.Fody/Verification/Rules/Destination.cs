namespace PooledAwait.Fody.Verification;

/// <summary>What a value is stored in, passed as or returned as. It becomes text only in a finding, because a check asks for the destination of every argument of every call.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Index">Which one, if there are several; otherwise less than 0.</param>
/// <param name="Of">What it is one of, or its name.</param>
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
