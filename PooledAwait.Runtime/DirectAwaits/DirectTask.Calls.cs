namespace PooledAwait.Runtime;

/// <content>Makes ValueTasks for the twins of methods that call <c>AsTask</c> on a ValueTask, and return the resulting task.</content>
public static partial class DirectTask
{
    /// <summary>
    /// Makes the ValueTask that the twin returns. That ValueTask refers to one of our boxes or to a task, or holds the result of a call that completed at once.
    /// </summary>
    /// <param name="call">The ValueTask on which the original method calls <c>AsTask</c>.</param>
    public static ValueTask OfCall(ValueTask call)
    {
#if NET8_0_OR_GREATER
        if (ValueTaskSource.IsKnown && (ValueTaskSource.Of(ref call, out var token), token) is (null or ValueTaskBox<VoidResult>, _) or (Task, 0))
        {
            return call;
        }
#endif
        return new ValueTask(call.AsTask());
    }

    /// <summary>
    /// Makes the ValueTask that the twin returns. That ValueTask refers to one of our boxes or to a task, or holds the result of a call that completed at once.
    /// </summary>
    /// <typeparam name="TResult">The result's type.</typeparam>
    /// <param name="call">The ValueTask on which the original method calls <c>AsTask</c>.</param>
    public static ValueTask<TResult> OfCall<TResult>(ValueTask<TResult> call)
    {
#if NET8_0_OR_GREATER
        if (ValueTaskSource.IsKnown && (ValueTaskSource.Of(ref call, out var token), token) is (null or ValueTaskBox<TResult>, _) or (Task, 0))
        {
            return call;
        }
#endif
        return new ValueTask<TResult>(call.AsTask());
    }
}
