namespace PooledAwait.Fody.Decisions;

/// <summary>
/// The bytes that one run through a changed place saves, in a 64-bit process. They are an estimate, because a build does not see the layout of types that other assemblies define. A method that
/// completes without suspending counts as saving nothing, because it allocates nothing then.
/// </summary>
/// <param name="Machine">The box of a state machine.</param>
/// <param name="Closure">A closure object.</param>
/// <param name="Delegate">A delegate.</param>
/// <param name="Array">An array of arguments.</param>
/// <param name="Promise">The task and the continuations of a combinator.</param>
/// <param name="Task">The task of a call. The base library keeps the tasks of a few results; calls with these results save nothing if they complete at once.</param>
internal sealed record BytesSaved(int Machine = 0, int Closure = 0, int Delegate = 0, int Array = 0, int Promise = 0, int Task = 0)
{
    public const int ObjectHeader = 16;
    public const int Reference = 8;

    /// <summary>A task with its result.</summary>
    public const int OneTask = ObjectHeader + 7 * Reference;

    /// <summary>A delegate over one method.</summary>
    public const int OneDelegate = 64;

    public int Total => Machine + Closure + Delegate + Array + Promise + Task;
}
