namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>Bits of a task's <c>m_stateFlags</c>.</summary>
internal static class TaskFlags
{
    /// <summary>The task has faulted, was cancelled, or ran to completion.</summary>
    public const int Completed = 0x1600000;

    /// <summary>The task was given to a scheduler.</summary>
    public const int Started = 0x10000;

    /// <summary>The task's delegate runs, or has run.</summary>
    public const int DelegateInvoked = 0x20000;

    /// <summary>The task's delegate has run, but attached child tasks have not ended.</summary>
    public const int WaitsForChildren = 0x800000;
}
