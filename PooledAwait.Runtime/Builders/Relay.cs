using System.Diagnostics;

namespace PooledAwait.Runtime;

/// <summary>Completes a task when a box does. It runs in place in any context or scheduler, because it is not user code, and the task places its own continuations.</summary>
[StackTraceHidden]
internal abstract class Relay
{
    /// <summary>Completes the relay that is its state.</summary>
    public static readonly Action<object?> Complete = [StackTraceHidden] static (relay) => ((Relay)relay!).SetCompleted();

    /// <summary>The task.</summary>
    public abstract Task Target { get; }

    /// <summary>Completes the task.</summary>
    public abstract void SetCompleted();
}
