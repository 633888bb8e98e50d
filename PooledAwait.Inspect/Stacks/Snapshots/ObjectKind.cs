namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>The kind of an object. It decides whether the object is copied.</summary>
internal enum ObjectKind
{
    /// <summary>An object of none of the kinds below. It is copied only if a call leads to it.</summary>
    Other,

    /// <summary>The box that a pooled builder made for a call.</summary>
    PooledBox,

    /// <summary>The box that a default builder made for a call. It is a task.</summary>
    DefaultBox,

    /// <summary>The box that the base library's own pooling builder made for a call.</summary>
    BaseLibraryPooledBox,

    /// <summary>A state machine that is a class.</summary>
    Machine,

    /// <summary>A task that is not a <see cref="DefaultBox"/>. It leads to what waits for it.</summary>
    Task,

    /// <summary>A TaskCompletionSource. It leads to its task.</summary>
    TaskSource,

    /// <summary>A semaphore. It leads to what waits for it.</summary>
    Semaphore,

    /// <summary>A channel. It leads to what waits for it.</summary>
    Channel,

    /// <summary>The promise of a woven WhenAny.</summary>
    WhenAnyPromise,

    /// <summary>A pooled wait with a timer: a delay, or a WaitAsync. It leads to its timer, and to the task that it waits for or completes.</summary>
    TimedWait,

    /// <summary>The relay that connects a pooled call with a task.</summary>
    Relay,

    /// <summary>The continuation of a method that the runtime itself suspends.</summary>
    RuntimeAsync,
}
