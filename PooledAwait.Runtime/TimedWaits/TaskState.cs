#if NET8_0_OR_GREATER
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>Uses internal members of the base library to change tasks that this library has made.</summary>
internal static class TaskState
{
    /// <summary>Tells the task to queue its continuations, as the base library does for a cancelled Delay.</summary>
    public static void ContinueAsynchronously(Task task) => AtomicStateUpdate(task, (int)TaskCreationOptions.RunContinuationsAsynchronously, illegalBits: 0);

    /// <summary>The task's <see cref="Task.AsyncState"/>.</summary>
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "m_stateObject")]
    public static extern ref object? Of(Task task);

    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    private static extern bool AtomicStateUpdate(Task task, int newBits, int illegalBits);
}
#endif
