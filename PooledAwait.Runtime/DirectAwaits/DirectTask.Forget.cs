namespace PooledAwait.Runtime;

/// <content>What stands behind a call whose ValueTask is thrown away.</content>
public static partial class DirectTask
{
    /// <summary>
    /// Has a pooled call whose result nobody wants give its box back, at once or as soon as it completes. A call that fails tells <see cref="TaskScheduler.UnobservedTaskException"/>, as that of the default builder does.
    /// </summary>
    /// <remarks>What refers to anything else is returned as it is, and asked nothing. Before .NET 8 everything is: to look at it would cost more than it saves, and the box goes to the collector.</remarks>
    /// <param name="call">What a method returned, of which nothing was asked yet.</param>
    /// <returns>A ValueTask that nobody asks anything.</returns>
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
