using PooledAwait.Inspect.Stacks.Naming;

namespace PooledAwait.Inspect.Stacks.Reading;

/// <summary>A call of an async method that has suspended and has not ended yet.</summary>
/// <param name="address">The call's box.</param>
/// <param name="isPooled">Whether a pooled builder made the box.</param>
/// <param name="machine">The layout of its state machine.</param>
/// <param name="holder">The object that contains the machine.</param>
/// <param name="state">The state, which says where the call waits; -1 while it runs.</param>
internal sealed class Call(ulong address, bool isPooled, MachineLayout machine, ulong holder, int state)
{
    public const int Running = -1;

    /// <summary>The state of a machine from an unknown compiler, which names fields differently. The call is suspended, at an unknown place.</summary>
    public const int OfUnknownState = int.MaxValue;

    public ulong Address => address;

    public bool IsPooled => isPooled;

    public MachineLayout Machine => machine;

    public ulong Holder => holder;

    public int State => state;

    /// <summary>What the callers wait for: the call's task, its box, or the async iterator object.</summary>
    public List<ulong> Promises { get; } = [];

    /// <summary>What the call waits for; 0 if that is unknown or the call runs.</summary>
    public ulong Awaited { get; set; }

    /// <summary>The place in its code.</summary>
    public Suspension Place { get; set; } = Suspension.Unknown;

    /// <summary>Whether a delegate or anything else is registered that continues when the call has ended.</summary>
    public bool IsAwaited { get; set; }

    /// <summary>Whether a thread is blocked until the call has ended.</summary>
    public bool BlocksThread { get; set; }
}
