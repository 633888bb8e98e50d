namespace PooledAwait.Fody.IL;

/// <summary>The kinds of method bodies in a file.</summary>
internal enum RawBody
{
    /// <summary>Instructions whose tokens name members that the module has.</summary>
    Code,

    /// <summary>Not instructions, or no body at all. Cecil copies the bytes unchanged, because it finds no tokens in them.</summary>
    Copied,

    /// <summary>Cecil would fail at the body, or would write a body that differs from what the runtime reads.</summary>
    Damaged,
}
