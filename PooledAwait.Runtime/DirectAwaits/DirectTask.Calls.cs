namespace PooledAwait.Runtime;

/// <content>Makes the ValueTask that a method's twin returns if the method itself returns the task of a ValueTask (<c>AsTask</c>).</content>
public static partial class DirectTask
{
    /// <summary>Returns a ValueTask that a twin may return: over one of our boxes, over a task, or over the result of a call that completed at once.</summary>
    /// <param name="call">The ValueTask on which the method calls <c>AsTask</c>.</param>
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

    /// <summary>Returns a ValueTask that a twin may return: over one of our boxes, over a task, or over the result of a call that completed at once.</summary>
    /// <typeparam name="TResult">The result's type.</typeparam>
    /// <param name="call">The ValueTask on which the method calls <c>AsTask</c>.</param>
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
