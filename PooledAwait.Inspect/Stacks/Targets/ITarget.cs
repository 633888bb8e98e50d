using PooledAwait.Inspect.Stacks.Snapshots;

namespace PooledAwait.Inspect.Stacks.Targets;

/// <summary>A process, or a dump of one. One thread makes it, uses it and disposes of it.</summary>
internal interface ITarget : IDisposable
{
    /// <summary>Copies what is known of its calls now.</summary>
    /// <param name="withFields">Whether the values of parameters and locals are wanted.</param>
    /// <exception cref="InputException">It cannot be read, and why.</exception>
    Snapshot Look(bool withFields);
}
