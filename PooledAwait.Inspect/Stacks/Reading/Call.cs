using PooledAwait.Inspect.Stacks.Naming;

namespace PooledAwait.Inspect.Stacks.Reading;

/// <summary>A call of an async method that has suspended at least once and has not ended yet. It may be running again.</summary>
/// <param name="address">
/// The call's box (the object that holds its state) or continuation. For a running call without a machine: the runtime's data about the loop that runs the
/// call, which are on the thread's stack.
/// </param>
/// <param name="isPooled">Whether a pooled builder made the box.</param>
/// <param name="machine">The layout of the call's state machine; null if the call has none, because the runtime itself suspends it.</param>
/// <param name="holder">The object that contains the machine, or the locals of a call without a machine.</param>
/// <param name="state">The state, which identifies the place where the call waits; -1 while the call runs.</param>
internal sealed class Call(ulong address, bool isPooled, MachineLayout? machine, ulong holder, int state)
{
    public const int Running = -1;

    /// <summary>
    /// Stands for the state of a suspended machine whose compiler is unknown. Such a compiler gives fields other names, so the state cannot be read.
    /// </summary>
    public const int OfUnknownState = int.MaxValue;

    public ulong Address => address;

    public bool IsPooled => isPooled;

    public MachineLayout? Machine => machine;

    public ulong Holder => holder;

    public int State => state;

    /// <summary>The objects for which callers wait: the call's task, its box, or the async iterator object.</summary>
    public List<ulong> Promises { get; init; } = [];

    /// <summary>The object for which the call waits; 0 if it is unknown, or the call runs.</summary>
    public ulong Awaited { get; set; }

    /// <summary>The place at which the call waits.</summary>
    public Suspension Place { get; set; } = Suspension.Unknown;

    /// <summary>The type that declares the method of a call without a state machine.</summary>
    public string DeclaringType { get; init; } = "";

    /// <summary>
    /// For a running call without a state machine, the methods that the call has called on its thread, innermost first. Null if they are not known, or if the
    /// call has a state machine. (For a call with a state machine, <see cref="RunningThreads"/> searches all threads for the machine.)
    /// </summary>
    public IReadOnlyList<(string Type, string Method)>? Callees { get; init; }

    /// <summary>True if anything is registered to continue when the call has ended.</summary>
    public bool IsAwaited { get; set; }

    /// <summary>True if a thread is blocked until the call has ended.</summary>
    public bool BlocksThread { get; set; }
}
