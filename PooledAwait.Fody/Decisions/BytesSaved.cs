namespace PooledAwait.Fody.Decisions;

/// <summary>
/// An estimate of the bytes that a change saves each time the changed code runs, in a 64-bit process. The exact number is not known, because a build does not
/// see the layout of other assemblies' types. For an async method, the number is for a call that suspends. A call that does not suspend has no box (the object
/// that holds the state machine), so a pooled builder saves nothing for this call.
/// </summary>
/// <param name="Machine">The box of a state machine. If the method returns a Task, only the machine in the box, because the callers still get a task.</param>
/// <param name="Closure">The closure object.</param>
/// <param name="Delegate">The delegate.</param>
/// <param name="Array">The array of the arguments.</param>
/// <param name="Promise">
/// The objects that a wait for tasks or for a time allocates: the task of <c>WhenAny</c>, the array to which <c>WhenAny</c> copies the tasks, a timer, a
/// continuation.
/// </param>
/// <param name="Task">
/// The task of a call. A call that completes at once with a common result, such as <c>true</c>, gets a shared task from the base library. For such a call, the
/// change saves nothing.
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
