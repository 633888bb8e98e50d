using PooledAwait.Inspect.Stacks.Naming;

namespace PooledAwait.Inspect.Stacks.Reading;

/// <summary>A call of an async method that has suspended and is not yet over.</summary>
/// <param name="address">Its box.</param>
/// <param name="isPooled">Whether a pooled builder made the box.</param>
/// <param name="machine">Its state machine.</param>
/// <param name="holder">The object that the machine lies in.</param>
/// <param name="state">Where it waits; -1 while it runs.</param>
internal sealed class Call(ulong address, bool isPooled, MachineLayout machine, ulong holder, int state)
{
    public const int Running = -1;

    /// <summary>The state of a machine of a compiler that is not known, whose fields have other names: it is suspended, and nobody knows where.</summary>
    public const int OfUnknownState = int.MaxValue;

    public ulong Address => address;

    public bool IsPooled => isPooled;

    public MachineLayout Machine => machine;

    public ulong Holder => holder;

    public int State => state;

    /// <summary>What its callers wait for: its task, its box, or the object that is an async iterator.</summary>
    public List<ulong> Promises { get; } = [];

    /// <summary>What it waits for; 0 where nothing is known of it, or where it runs.</summary>
    public ulong Awaited { get; set; }

    /// <summary>The place in its code.</summary>
    public Suspension Place { get; set; } = Suspension.Unknown;

    /// <summary>Whether a delegate or anything else is registered that goes on when the call is over.</summary>
    public bool IsAwaited { get; set; }

    /// <summary>Whether a thread stands still until the call is over.</summary>
    public bool BlocksThread { get; set; }
}
