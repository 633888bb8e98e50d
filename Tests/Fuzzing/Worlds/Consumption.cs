namespace Tests.Fuzzing.Worlds;

/// <summary>A way in which a program's script, which starts the calls, consumes a ValueTask. The script consumes each ValueTask once.</summary>
public enum Consumption
{
    /// <summary>The script reads IsCompleted after every step, and takes the result as soon as IsCompleted is true.</summary>
    Polled,
    AsTask,

    /// <summary>A callback takes the result. The awaiter decides where the callback runs.</summary>
    Callback,

    /// <summary>Like Callback, but the callback is not posted to the SynchronizationContext, and the ExecutionContext flows to the callback.</summary>
    ConfiguredCallback,
    Preserved,
}
