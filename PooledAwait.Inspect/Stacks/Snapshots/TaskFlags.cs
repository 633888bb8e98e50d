namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>Bits of a task's <c>m_stateFlags</c>.</summary>
internal static class TaskFlags
{
    /// <summary>Faulted, cancelled or ran to completion.</summary>
    public const int Completed = 0x1600000;

    /// <summary>It was given to a scheduler.</summary>
    public const int Started = 0x10000;

    /// <summary>Its delegate runs, or has run.</summary>
    public const int DelegateInvoked = 0x20000;

    /// <summary>Its delegate has run, but tasks that are attached to it have not ended.</summary>
    public const int WaitsForChildren = 0x800000;
}
