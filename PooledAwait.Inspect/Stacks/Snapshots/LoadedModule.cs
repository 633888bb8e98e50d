namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>An assembly as a process has loaded it; the file may be another one by now.</summary>
/// <param name="Path">Its file.</param>
/// <param name="Version">What tells one build of it from another, its MVID; null where that cannot be read.</param>
/// <param name="Symbols">What tells the symbols of its build from others; null where it names none, or that cannot be read.</param>
internal sealed record LoadedModule(string Path, Guid? Version, Guid? Symbols);
