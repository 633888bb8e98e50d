namespace PooledAwait.Inspect.Weaving;

/// <summary>An assembly as it is to be written.</summary>
/// <param name="Image">The assembly file.</param>
/// <param name="Symbols">The symbol file beside it; null where it has none, or holds them itself.</param>
internal sealed record WrittenAssembly(byte[] Image, byte[]? Symbols);
