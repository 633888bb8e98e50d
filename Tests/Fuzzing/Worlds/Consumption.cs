namespace Tests.Fuzzing.Worlds;

/// <summary>A way in which the script consumes a ValueTask. The script consumes each ValueTask once.</summary>
public enum Consumption
{
    /// <summary>The script reads IsCompleted after every step, and takes the result once it is true.</summary>
    Polled,
    AsTask,

    /// <summary>A callback takes the result, wherever the awaiter runs it.</summary>
    Callback,

    /// <summary>Like Callback, but without the SynchronizationContext and with the ExecutionContext.</summary>
    ConfiguredCallback,
    Preserved,
}
