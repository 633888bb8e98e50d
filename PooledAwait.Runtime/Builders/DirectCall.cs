namespace PooledAwait.Runtime;

/// <summary>
/// The state of a call, in a builder that serves both a method and its twin. (The twin is an added method that returns a ValueTask in place of the task.)
/// </summary>
internal enum DirectCall : byte
{
    /// <summary>The caller called the method itself, and gets a task.</summary>
    NotWanted,

    /// <summary>The twin was called.</summary>
    Wanted,

    /// <summary>The twin was called, and has completed without suspending. If there is a result, the builder has it.</summary>
    Completed,

    /// <summary>The twin was called, and has failed without suspending. The builder's source is the failed task.</summary>
    Faulted,
}
