#if NET8_0_OR_GREATER
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>Adds and removes continuations of a task, through internal methods of the base library. The base library's own WhenAny uses both methods.</summary>
/// <remarks>
/// <para>
/// The continuations are objects of the base library's own kind: they implement its interface of completion actions, as its own promises do. So a completing task always invokes them in place, and
/// passes itself to them. A delegate would be queued to the thread pool if the completing thread has a SynchronizationContext or a TaskScheduler, or if the task has other continuations.
/// </para>
/// <para>
/// If the interface is missing or has other members, a class that implements it cannot be loaded. So our classes that implement it add only the interface to a
/// base class, which can always be loaded. <see cref="BaseLibraryBox"/> explains how this assembly compiles against internal members.
/// </para>
/// <para>
/// Registering through an awaiter would be unsound: with TPL events or async debugging on, an awaiter registers a wrapper of the delegate, so the delegate cannot be removed.
/// </para>
/// </remarks>
internal static class TaskContinuations
{
    /// <summary>
    /// False if the base library's tasks are not as expected, or if the runtimeconfig switch <c>PooledAwait.DisableWhenAny</c>
    /// is true. Then nothing here is used, and every WhenAny is the base library's.
    /// </summary>
    public static readonly bool IsSupported = Fallback.WhenAny.Decide(ContinuationsSelfTest.Passes, offSwitch: "PooledAwait.DisableWhenAny");

    /// <summary>Registers an object. When the task completes, it invokes the object once, unless the object was removed before.</summary>
    /// <returns>False if the task has completed; then nothing was registered.</returns>
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "AddTaskContinuation")]
    public static extern bool TryAdd(Task task, object continuation, bool addBeforeOthers);

    /// <summary>Removes an object, found by Equals, if the task has not yet taken its continuations to run them.</summary>
    /// <returns>False if an interrupt of this thread prevented the removal. Then the object is still registered.</returns>
    /// <remarks>
    /// A removal may wait for the lock of a list, and an interrupt would throw there. The exception must not end the caller, which may have to complete a
    /// promise that no other thread completes. So the interrupt is kept for the thread's next wait.
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

    // If the interface is missing, the JIT cannot compile the following methods, nor any method into which they are inlined.

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
