namespace PooledAwait.Fody.IL;

/// <summary>The kinds of method bodies in a file.</summary>
internal enum RawBody
{
    /// <summary>Instructions whose tokens name members that the module has.</summary>
    Code,

    /// <summary>Bytes that are not instructions, or no body at all. Cecil finds no tokens in the bytes, so it copies them unchanged.</summary>
    Copied,

    /// <summary>Cecil would fail at the body, or would write a body that differs from what the runtime reads.</summary>
    Damaged,
}
