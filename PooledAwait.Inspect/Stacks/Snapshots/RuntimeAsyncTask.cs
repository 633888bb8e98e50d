namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>
/// The task of a call that the runtime itself suspends. While the call is suspended, the task refers to the continuation of the innermost method.
/// </summary>
internal static class RuntimeAsyncTask
{
    public const string TypeName = "System.Runtime.CompilerServices.AsyncHelpers+RuntimeAsyncTask";

    /// <summary>The field with the innermost continuation; null while the call runs.</summary>
    public const string ContinuationField = "m_stateObject";

    public static bool Is(HeapType type) => type.Is(TypeName);

    /// <summary>Returns whether an object is the task of a call that runs, or is about to run.</summary>
    public static bool IsRunning(CopiedObjects objects, ulong address) =>
        objects.TypeOf(address) is { Kind: ObjectKind.Task } type && Is(type) && (objects.Int32(address, "m_stateFlags") & TaskFlags.Completed) == 0 && objects.Reference(address, ContinuationField) == 0;
}
