#if NET8_0_OR_GREATER
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>Adds and removes continuations of a task, through internal methods of the base library. The base library's own WhenAny uses both methods.</summary>
/// <remarks>
/// Registering through an awaiter would be unsound: with TPL events or async debugging on, an awaiter registers a wrapper of the delegate, so that the delegate cannot be removed.
/// </remarks>
internal static class TaskContinuations
{
    /// <summary>
    /// False if the base library's tasks are not as expected, or if the runtimeconfig switch <c>PooledAwait.DisableWhenAny</c>
    /// is true. Then nothing here is used, and every WhenAny is the base library's.
    /// </summary>
    public static readonly bool IsSupported = Fallback.WhenAny.Decide(ContinuationsSelfTest.Passes, offSwitch: "PooledAwait.DisableWhenAny");

    /// <summary>Registers a delegate. It is invoked once when the task completes, unless it is removed before.</summary>
    /// <returns>False if the task has completed; then nothing was registered.</returns>
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "AddTaskContinuation")]
    public static extern bool TryAdd(Task task, object continuation, bool addBeforeOthers);

    /// <summary>Removes a delegate, found by Equals, if the task has not yet taken its continuations to run them.</summary>
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "RemoveContinuation")]
    public static extern void Remove(Task task, object continuation);
}
#endif
