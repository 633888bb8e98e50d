namespace PooledAwait.Fody.IL;

/// <summary>The kinds of method bodies in a file.</summary>
internal enum RawBody
{
    /// <summary>Valid instructions. Each of their tokens refers to something in the module's metadata.</summary>
    Code,

    /// <summary>Bytes that are not instructions, or no body at all. Cecil finds no tokens in the bytes, and therefore copies the bytes unchanged.</summary>
    Copied,

    /// <summary>Cecil would fail at the body, or would write a body that differs from what the runtime reads.</summary>
    Damaged,
}
