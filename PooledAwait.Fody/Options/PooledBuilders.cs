namespace PooledAwait.Fody.Options;

/// <summary>The kinds of async methods that may get a pooled builder; the values are those of the attribute's enumeration.</summary>
[Flags]
internal enum PooledBuilders
{
    None = 0,
    ValueTask = 1,
    Task = 2,
    Void = 4,
    All = ValueTask | Task | Void,
}
