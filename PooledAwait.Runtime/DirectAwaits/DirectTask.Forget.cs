namespace PooledAwait.Runtime;

/// <content>If a caller discards the ValueTask of a call, woven code passes that ValueTask to one of these methods.</content>
public static partial class DirectTask
{
    /// <summary>
    /// Makes a pooled call give its box back to the pool when the call completes, or at once if the call has completed already. The result is discarded. If the
    /// call fails, <see cref="TaskScheduler.UnobservedTaskException"/> is raised, as with the default builder.
    /// </summary>
    /// <remarks>
    /// A ValueTask that does not refer to one of our boxes is returned unchanged. Before .NET 8, every ValueTask is returned unchanged, because it would cost
    /// more to find the box than to make a new one. The box is then left to the garbage collector.
    /// </remarks>
    /// <param name="call">The ValueTask that a method returned. It must not have been used yet.</param>
    /// <returns>The default ValueTask, or the unchanged <paramref name="call"/>. Woven code discards the returned ValueTask.</returns>
    public static ValueTask Forget(ValueTask call)
    {
#if NET8_0_OR_GREATER
        if (ValueTaskSource.IsKnown && ValueTaskSource.Of(ref call, out var token) is ValueTaskBox<VoidResult> box && box.Token == token)
        {
            box.Forget(token);
            return default;
        }
#endif
        return call;
    }

    /// <inheritdoc cref="Forget(ValueTask)"/>
    /// <typeparam name="TResult">The result's type.</typeparam>
    public static ValueTask<TResult> Forget<TResult>(ValueTask<TResult> call)
    {
#if NET8_0_OR_GREATER
        if (ValueTaskSource.IsKnown && ValueTaskSource.Of(ref call, out var token) is ValueTaskBox<TResult> box && box.Token == token)
        {
            box.Forget(token);
            return default;
        }
#endif
        return call;
    }
}
