namespace PooledAwait.Fody.Options;

/// <summary>How far to go with calls of <c>Task.WhenAny</c>; the values are those of the attribute's enumeration.</summary>
internal enum PooledWhenAny
{
    None = 0,
    Tasks = 1,
    All = 2,
}
