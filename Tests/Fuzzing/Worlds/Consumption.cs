namespace Tests.Fuzzing.Worlds;

/// <summary>How the script consumes a ValueTask. It always consumes it once.</summary>
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
