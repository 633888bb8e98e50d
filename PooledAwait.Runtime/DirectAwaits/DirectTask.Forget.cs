namespace PooledAwait.Runtime;

/// <content>What woven code calls after a call whose ValueTask is discarded.</content>
public static partial class DirectTask
{
    /// <summary>
    /// Lets a pooled call whose result nobody wants give its box back, at once or as soon as it completes. If the call fails, <see cref="TaskScheduler.UnobservedTaskException"/> is raised, as with the default builder.
    /// </summary>
    /// <remarks>Any other ValueTask is returned untouched. Before .NET 8 every ValueTask is returned untouched, because finding its box would cost more than it saves. The garbage collector takes the box.</remarks>
    /// <param name="call">The ValueTask that a method returned. Nobody has used it yet.</param>
    /// <returns>A ValueTask that nobody uses.</returns>
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
