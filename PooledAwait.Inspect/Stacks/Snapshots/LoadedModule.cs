namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>An assembly that a process has loaded. The file may have been replaced since.</summary>
/// <param name="Path">The assembly's file.</param>
/// <param name="Version">The MVID, which identifies the build; null if it cannot be read.</param>
/// <param name="Symbols">The identifier of the build's symbols; null if the assembly contains no identifier, or the identifier cannot be read.</param>
internal sealed record LoadedModule(string Path, Guid? Version, Guid? Symbols);
