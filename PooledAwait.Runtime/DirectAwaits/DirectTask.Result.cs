using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <content>What takes the result of a call that is not awaited on that path.</content>
public static partial class DirectTask
{
    /// <summary>The result of what a call returned that takes the place of one that returned a task, of whose <c>Result</c> it does the work.</summary>
    /// <typeparam name="TResult">The result's type.</typeparam>
    /// <param name="task">What the call returned.</param>
    /// <returns>The result.</returns>
    /// <exception cref="AggregateException">The call failed or was cancelled.</exception>
    /// <remarks>Blocks where the call is not yet complete, as a task does.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TResult Result<TResult>(ValueTask<TResult> task) => task.IsCompletedSuccessfully ? task.Result : ResultOfTask(task);

    // A task waits, and wraps the exception object as it is; to take it by GetResult would throw it once more, and lengthen its trace.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static TResult ResultOfTask<TResult>(ValueTask<TResult> task) => OwnTask.Of(task).AsTask().Result;
}
