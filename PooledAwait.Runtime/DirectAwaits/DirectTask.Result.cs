using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <content>Serves code that does not await a call, but blocks on the <c>Result</c> of the call's task.</content>
public static partial class DirectTask
{
    /// <summary>Returns the result of a call. Before weaving, the call returned a task, and the code read the task's <c>Result</c>.</summary>
    /// <typeparam name="TResult">The result's type.</typeparam>
    /// <param name="task">The ValueTask of the call.</param>
    /// <returns>The result.</returns>
    /// <exception cref="AggregateException">The call failed or was cancelled.</exception>
    /// <remarks>Blocks until the call is complete, as the task's <c>Result</c> did.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TResult Result<TResult>(ValueTask<TResult> task) => task.IsCompletedSuccessfully ? task.Result : ResultOfTask(task);

    // This method uses a task, because a task's Result blocks until the call completes, and wraps the exception object unchanged. GetResult of the ValueTask's
    // awaiter would rethrow the exception, and so lengthen the exception's stack trace.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static TResult ResultOfTask<TResult>(ValueTask<TResult> task) => OwnTask.Of(task).AsTask().Result;
}
