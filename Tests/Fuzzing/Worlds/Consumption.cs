namespace Tests.Fuzzing.Worlds;

/// <summary>How the script consumes a ValueTask; always once.</summary>
public enum Consumption
{
    /// <summary>It asks for IsCompleted after every step, then takes the result.</summary>
    Polled,
    AsTask,

    /// <summary>A callback takes the result where the awaiter runs it.</summary>
    Callback,

    /// <summary>The same without the context and with the ExecutionContext.</summary>
    ConfiguredCallback,
    Preserved,
}
