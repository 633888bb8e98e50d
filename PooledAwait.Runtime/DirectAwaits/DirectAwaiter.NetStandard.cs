#if NETSTANDARD2_0
using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// The awaiter of a twin's call without a result. (A twin is an added method that returns a ValueTask in place of a task.) Only woven code uses this awaiter.
/// On .NET Standard, it wraps the ValueTask's own awaiter, because reading the ValueTask's source would allocate.
/// </summary>
/// <remarks>An instance belongs to one await and is not thread-safe, like any awaiter.</remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
[StackTraceHidden]
public struct DirectAwaiter : IDirectAwaiter
{
    private ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter _awaiter;

    /// <summary>Makes the awaiter of a call.</summary>
    internal static void Of(ValueTask call, out DirectAwaiter awaiter) => Of(call, continueOnCapturedContext: true, out awaiter);

    /// <summary>Makes the awaiter of a call that is awaited with <c>ConfigureAwait</c>.</summary>
    internal static void Of(ValueTask call, bool continueOnCapturedContext, out DirectAwaiter awaiter) =>
        awaiter._awaiter = call.ConfigureAwait(continueOnCapturedContext).GetAwaiter();

    /// <summary>True if the call has completed.</summary>
    public readonly bool IsCompleted => _awaiter.IsCompleted;

    /// <summary>Ends the await, gives the call's box back to its pool, and throws if the call failed.</summary>
    public readonly void GetResult() => _awaiter.GetResult();

    /// <summary>Captures the ExecutionContext, and invokes an action in it when the call completes.</summary>
    /// <param name="continuation">The action.</param>
    public readonly void OnCompleted(Action continuation) => _awaiter.OnCompleted(continuation);

    /// <summary>Registers an action, which is invoked when the call completes.</summary>
    /// <param name="continuation">The action.</param>
    public readonly void UnsafeOnCompleted(Action continuation) => _awaiter.UnsafeOnCompleted(continuation);

    readonly void IDirectAwaiter.Await(StateMachineBox caller)
    {
        var awaiter = _awaiter;
        caller.AwaitUnsafeOnCompleted(ref awaiter);
    }
}

/// <summary>
/// The awaiter of a twin's call with a result. (A twin is an added method that returns a ValueTask in place of a task.) Only woven code uses this awaiter. On
/// .NET Standard, it wraps the ValueTask's own awaiter, because reading the ValueTask's source would allocate.
/// </summary>
/// <typeparam name="TResult">The result's type.</typeparam>
/// <remarks>An instance belongs to one await and is not thread-safe, like any awaiter.</remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
[StackTraceHidden]
public struct DirectAwaiter<TResult> : IDirectAwaiter
{
    private ConfiguredValueTaskAwaitable<TResult>.ConfiguredValueTaskAwaiter _awaiter;

    /// <summary>Makes the awaiter of a call.</summary>
    internal static void Of(ValueTask<TResult> call, out DirectAwaiter<TResult> awaiter) => Of(call, continueOnCapturedContext: true, out awaiter);

    /// <summary>Makes the awaiter of a call that is awaited with <c>ConfigureAwait</c>.</summary>
    internal static void Of(ValueTask<TResult> call, bool continueOnCapturedContext, out DirectAwaiter<TResult> awaiter) =>
        awaiter._awaiter = call.ConfigureAwait(continueOnCapturedContext).GetAwaiter();

    /// <summary>True if the call has completed.</summary>
    public readonly bool IsCompleted => _awaiter.IsCompleted;

    /// <summary>Ends the await, gives the call's box back to its pool, and returns the result. Throws if the call failed.</summary>
    /// <returns>The result.</returns>
    public readonly TResult GetResult() => _awaiter.GetResult();

    /// <summary>Captures the ExecutionContext, and invokes an action in it when the call completes.</summary>
    /// <param name="continuation">The action.</param>
    public readonly void OnCompleted(Action continuation) => _awaiter.OnCompleted(continuation);

    /// <summary>Registers an action, which is invoked when the call completes.</summary>
    /// <param name="continuation">The action.</param>
    public readonly void UnsafeOnCompleted(Action continuation) => _awaiter.UnsafeOnCompleted(continuation);

    readonly void IDirectAwaiter.Await(StateMachineBox caller)
    {
        var awaiter = _awaiter;
        caller.AwaitUnsafeOnCompleted(ref awaiter);
    }
}
#endif
