namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>The type of a state machine.</summary>
/// <param name="Name">The name with generic arguments.</param>
/// <param name="Token">The type's metadata token in its module.</param>
/// <param name="Module">The module that defines the type; null if the module has no file.</param>
internal sealed record MachineType(string Name, int Token, LoadedModule? Module);
