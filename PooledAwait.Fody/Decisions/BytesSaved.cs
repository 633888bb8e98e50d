namespace PooledAwait.Fody.Decisions;

/// <summary>
/// An estimate of the bytes saved each time a changed place runs, in a 64-bit process. The exact number is not known, because a build does not see the layout
/// of other assemblies' types. For an async method, the number is for a call that suspends. A call that does not suspend has no box (the object that holds the
/// state machine), so a pooled builder saves nothing for it.
/// </summary>
/// <param name="Machine">The box of a state machine.</param>
/// <param name="Closure">The closure object.</param>
/// <param name="Delegate">The delegate.</param>
/// <param name="Array">The array of the arguments.</param>
/// <param name="Promise">What a wait for tasks or for a time allocates: the task of <c>WhenAny</c>, its copy of the tasks, a timer, a continuation.</param>
/// <param name="Task">
/// The task of a call. If calls complete at once with the same common result, the base library gives all of them one shared task. For such a call, nothing is
/// saved.
/// </param>
internal sealed record BytesSaved(int Machine = 0, int Closure = 0, int Delegate = 0, int Array = 0, int Promise = 0, int Task = 0)
{
    public const int ObjectHeader = 16;
    public const int Reference = 8;

    /// <summary>The size of a task, including its result.</summary>
    public const int OneTask = ObjectHeader + 7 * Reference;

    public const int OneDelegate = 64;

    public int Total => Machine + Closure + Delegate + Array + Promise + Task;
}
