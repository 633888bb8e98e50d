namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>The type of a state machine.</summary>
/// <param name="Name">With generic arguments.</param>
/// <param name="Token">Its number in its module.</param>
/// <param name="Module">Where it is defined; null where that is no file.</param>
internal sealed record MachineType(string Name, int Token, LoadedModule? Module);
