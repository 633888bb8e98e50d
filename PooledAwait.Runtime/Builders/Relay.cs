using System.Diagnostics;

namespace PooledAwait.Runtime;

/// <summary>
/// Completes a task when a call completes. A relay is not user code, and the task decides where the task's continuations run. So a relay runs in place in any
/// context or scheduler.
/// </summary>
[StackTraceHidden]
internal abstract class Relay
{
    /// <summary>Completes a relay, which is this delegate's state.</summary>
    public static readonly Action<object?> Complete = [StackTraceHidden] static (relay) => ((Relay)relay!).SetCompleted();

    public abstract Task Target { get; }

    /// <summary>Completes the task.</summary>
    public abstract void SetCompleted();
}
