#if NET8_0_OR_GREATER
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// Adding to and removing from a task's continuations, which the base library keeps to itself: its own WhenAny needs both.
/// </summary>
/// <remarks>
/// Registering through an awaiter instead would be unsound: with TPL events or async debugging on, an awaiter stores a wrapper of
/// the delegate, which removal does not find.
/// </remarks>
internal static class TaskContinuations
{
    /// <summary>
    /// False where the base library's tasks are not as expected, or where the runtimeconfig switch <c>PooledAwait.DisableWhenAny</c>
    /// is true: then nothing here is used, and every WhenAny is the base library's.
    /// </summary>
    public static readonly bool IsSupported = Way.WhenAny.Decide(ContinuationsSelfTest.Passes, offSwitch: "PooledAwait.DisableWhenAny");

    /// <summary>Registers a delegate, to be invoked once when the task completes unless it is removed before.</summary>
    /// <returns>False where the task has completed: nothing was registered.</returns>
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "AddTaskContinuation")]
    public static extern bool TryAdd(Task task, object continuation, bool addBeforeOthers);

    /// <summary>Removes a delegate, compared by Equals, where the task has not taken its continuations to run them.</summary>
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "RemoveContinuation")]
    public static extern void Remove(Task task, object continuation);
}
#endif
