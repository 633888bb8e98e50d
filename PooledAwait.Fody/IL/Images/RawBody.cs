namespace PooledAwait.Fody.IL;

/// <summary>The kinds of method bodies in a file.</summary>
internal enum RawBody
{
    /// <summary>Valid instructions. Each of their tokens refers to something in the module's metadata.</summary>
    Code,

    /// <summary>
    /// A body with a byte that should be an opcode but is not, or no body at all. Cecil may overlook tokens after the first such byte, but here there are none.
    /// So Cecil copies the body correctly.
    /// </summary>
    Copied,

    /// <summary>Cecil would fail at the body, or would write a body that differs from what the runtime reads.</summary>
    Damaged,
}
