namespace PooledAwait.Fody.Cil.Images;

/// <summary>What a method's body is, as it lies in the file.</summary>
internal enum RawBody
{
    /// <summary>Instructions whose tokens name what the module has.</summary>
    Code,

    /// <summary>No instructions, or no body at all; but Cecil copies the bytes as they are, since it takes none of them for a token.</summary>
    Copied,

    /// <summary>Cecil would fail at it, or write other bytes than those that the runtime reads.</summary>
    Damaged,
}
