namespace PooledAwait.Inspect.Weaving;

/// <summary>The files of an assembly that is to be written.</summary>
/// <param name="Image">The assembly file.</param>
/// <param name="Symbols">The symbol file beside it; null if the assembly has no symbols, or contains them.</param>
internal sealed record WrittenAssembly(byte[] Image, byte[]? Symbols);
