namespace PooledAwait.Fody.Reasons;

/// <summary>
/// What one run through a place allocates less once it is changed, in bytes of a 64-bit process: an estimate, since a build does not see the layout of
/// types that other assemblies define. Nothing of a method that completes without suspending is counted as saved, since it allocates nothing then.
/// </summary>
/// <param name="Machine">The box of a state machine.</param>
/// <param name="Closure">A closure object.</param>
/// <param name="Delegate">A delegate.</param>
/// <param name="Array">An array of arguments.</param>
/// <param name="Promise">The task and the continuations of a combinator.</param>
/// <param name="Task">The task of a call; the base library keeps those of a few results, whose calls save nothing where they complete at once.</param>
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
