using PooledAwait.Inspect.Stacks.Snapshots;

namespace PooledAwait.Inspect.Stacks.Targets;

/// <summary>A process or a dump. The same thread must create, use and dispose of this object.</summary>
internal interface ITarget : IDisposable
{
    /// <summary>Copies everything that is known about the calls at this moment.</summary>
    /// <param name="withFields">Whether to copy the values of parameters and locals, too.</param>
    /// <exception cref="InputException">The target cannot be read; the message says why.</exception>
    Snapshot Look(bool withFields);
}
