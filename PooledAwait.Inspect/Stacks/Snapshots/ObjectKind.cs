namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>Why an object is copied.</summary>
internal enum ObjectKind
{
    /// <summary>Only if a call leads to it.</summary>
    Other,

    /// <summary>The box of a call that a pooled builder made.</summary>
    PooledBox,

    /// <summary>The box of a call that a default builder made: a task.</summary>
    DefaultBox,

    /// <summary>The box of a call of the base library's own pooling builder.</summary>
    BaseLibraryPooledBox,

    /// <summary>A state machine that is a class.</summary>
    Machine,

    /// <summary>Any other task; it tells who waits for it.</summary>
    Task,

    /// <summary>Tells which tasks are those of a TaskCompletionSource.</summary>
    TaskSource,

    /// <summary>Tells who waits for a semaphore.</summary>
    Semaphore,

    /// <summary>Tells who waits for it.</summary>
    Channel,

    /// <summary>What a woven WhenAny waits with.</summary>
    WhenAnyPromise,

    /// <summary>Joins a pooled call and a task.</summary>
    Relay,

    /// <summary>Holds a call of a method that the runtime itself suspends: there is no state machine, and the object does not tell the method.</summary>
    RuntimeAsync,
}
