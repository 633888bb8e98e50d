#if NET8_0_OR_GREATER
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>Adds and removes continuations of a task, through internal methods of the base library. The base library's own WhenAny uses both methods.</summary>
/// <remarks>
/// <para>
/// The continuations implement the base library's interface of completion actions, like the base library's own promises. So a completing task invokes these
/// continuations in place, unless that task must not run code in place at all. The task passes itself as the argument. A delegate, in contrast, would be queued
/// to the thread pool if the completing thread has a SynchronizationContext or a TaskScheduler, or if the task has other continuations.
/// </para>
/// <para>
/// If the interface is missing or has other members, a class that implements the interface cannot be loaded. So each of our classes with the interface adds
/// nothing but the interface to its base class. That base class can always be loaded. <see cref="BaseLibraryBox"/> explains how this assembly compiles against
/// internal members.
/// </para>
/// <para>
/// Registration through an awaiter would not always work: if TPL events or async debugging are on, an awaiter registers a wrapper of the delegate. Then the
/// delegate cannot be removed.
/// </para>
/// </remarks>
internal static class TaskContinuations
{
    /// <summary>
    /// False if the base library's tasks are not as expected, or if the runtimeconfig switch <c>PooledAwait.DisableWhenAny</c> is true. Then the other members
    /// of this class are not used, and every call of WhenAny goes to the base library.
    /// </summary>
    public static readonly bool IsSupported = Fallback.WhenAny.Decide(ContinuationsSelfTest.Passes, offSwitch: "PooledAwait.DisableWhenAny");

    /// <summary>
    /// Registers an object as a continuation of a task. When the task completes, it invokes the object once, unless the object was removed before.
    /// </summary>
    /// <returns>False if the task has completed; then nothing was registered.</returns>
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "AddTaskContinuation")]
    public static extern bool TryAdd(Task task, object continuation, bool addBeforeOthers);

    /// <summary>
    /// Removes an object from a task's continuations, unless the task has already taken its continuations to run them. The task finds the object by Equals.
    /// </summary>
    /// <returns>False if an interrupt of this thread prevented the removal. Then the object is still registered.</returns>
    /// <remarks>
    /// A removal may wait for the lock of the task's list of continuations. An interrupt of that wait throws an exception, which must not end the caller: the
    /// caller may have to complete a promise that no other thread completes. So the interrupt is kept for the thread's next wait.
    /// </remarks>
    public static bool Remove(Task task, object continuation)
    {
        try
        {
            RemoveFrom(task, continuation);
            return true;
        }
        catch (ThreadInterruptedException)
        {
            Thread.CurrentThread.Interrupt();
            return false;
        }
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "RemoveContinuation")]
    private static extern void RemoveFrom(Task task, object continuation);

    // If the interface is missing, the JIT cannot compile the following methods. So they are never inlined into methods that must always compile.

    /// <summary>Makes the promise of an awaited <c>WhenAny</c>.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static AwaitedWhenAnyPromise<TTask> MakeAwaitedPromise<TTask>()
        where TTask : Task =>
        new RecognisedAwaitedWhenAnyPromise<TTask>();

    /// <summary>Makes the promise of a <c>WhenAny</c> that returns a task.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static TaskWhenAnyPromise<TTask> MakeTaskPromise<TTask>()
        where TTask : Task =>
        new RecognisedTaskWhenAnyPromise<TTask>();

    /// <summary>Makes the promise of an awaited <c>WaitAsync</c>.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static WaitAsyncPromise<TResult> MakeWaitPromise<TResult>() => new RecognisedWaitAsyncPromise<TResult>();
}
#endif
