#if NETSTANDARD2_0
using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>Awaits the call of a twin that has no result; woven code makes it. What a ValueTask refers to cannot be told here without allocating: its own awaiter is asked.</summary>
/// <remarks>An instance belongs to one await and is not thread-safe, as any awaiter.</remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
[StackTraceHidden]
public readonly struct DirectAwaiter : IDirectAwaiter
{
    private readonly ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter _awaiter;

    private DirectAwaiter(ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter awaiter) => _awaiter = awaiter;

    /// <summary>Makes the awaiter of a call.</summary>
    internal static void Of(ref ValueTask call, bool continueOnCapturedContext, out DirectAwaiter awaiter) =>
        awaiter = new DirectAwaiter(call.ConfigureAwait(continueOnCapturedContext).GetAwaiter());

    /// <summary>Whether the call has completed.</summary>
    public bool IsCompleted => _awaiter.IsCompleted;

    /// <summary>Ends the await; the call goes back to its pool, and throws what it failed with.</summary>
    public void GetResult() => _awaiter.GetResult();

    /// <summary>Has an action invoked when the call completes, in the ExecutionContext that is current now.</summary>
    /// <param name="continuation">The action.</param>
    public void OnCompleted(Action continuation) => _awaiter.OnCompleted(continuation);

    /// <summary>Has an action invoked when the call completes.</summary>
    /// <param name="continuation">The action.</param>
    public void UnsafeOnCompleted(Action continuation) => _awaiter.UnsafeOnCompleted(continuation);

    void IDirectAwaiter.Await(StateMachineBox caller)
    {
        var awaiter = _awaiter;
        caller.AwaitUnsafeOnCompleted(ref awaiter);
    }
}

/// <summary>Awaits the call of a twin that has a result; woven code makes it. What a ValueTask refers to cannot be told here without allocating: its own awaiter is asked.</summary>
/// <typeparam name="TResult">The result's type.</typeparam>
/// <remarks>An instance belongs to one await and is not thread-safe, as any awaiter.</remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
[StackTraceHidden]
public readonly struct DirectAwaiter<TResult> : IDirectAwaiter
{
    private readonly ConfiguredValueTaskAwaitable<TResult>.ConfiguredValueTaskAwaiter _awaiter;

    private DirectAwaiter(ConfiguredValueTaskAwaitable<TResult>.ConfiguredValueTaskAwaiter awaiter) => _awaiter = awaiter;

    /// <summary>Makes the awaiter of a call.</summary>
    internal static void Of(ref ValueTask<TResult> call, bool continueOnCapturedContext, out DirectAwaiter<TResult> awaiter) =>
        awaiter = new DirectAwaiter<TResult>(call.ConfigureAwait(continueOnCapturedContext).GetAwaiter());

    /// <summary>Whether the call has completed.</summary>
    public bool IsCompleted => _awaiter.IsCompleted;

    /// <summary>The result of the call, which goes back to its pool.</summary>
    /// <returns>The result.</returns>
    public TResult GetResult() => _awaiter.GetResult();

    /// <summary>Has an action invoked when the call completes, in the ExecutionContext that is current now.</summary>
    /// <param name="continuation">The action.</param>
    public void OnCompleted(Action continuation) => _awaiter.OnCompleted(continuation);

    /// <summary>Has an action invoked when the call completes.</summary>
    /// <param name="continuation">The action.</param>
    public void UnsafeOnCompleted(Action continuation) => _awaiter.UnsafeOnCompleted(continuation);

    void IDirectAwaiter.Await(StateMachineBox caller)
    {
        var awaiter = _awaiter;
        caller.AwaitUnsafeOnCompleted(ref awaiter);
    }
}
#endif
