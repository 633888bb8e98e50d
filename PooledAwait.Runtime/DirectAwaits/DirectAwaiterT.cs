#if NET8_0_OR_GREATER
using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

namespace PooledAwait.Runtime;

/// <summary>
/// The awaiter of a twin's call with a result. (A twin is an added method that returns a ValueTask in place of a task.) Only woven code uses this awaiter. The
/// awaiter makes the caller's box the continuation of the called method's box, without a delegate.
/// </summary>
/// <typeparam name="TResult">The result's type.</typeparam>
/// <remarks>
/// <para>
/// The awaiter contains only the call's ValueTask, reinterpreted as an awaiter. Copying the ValueTask's fields into fields of the awaiter would take stack in
/// each nested call. A twin's ValueTask refers to one of our boxes, to a task, or to nothing if the call succeeded at once. The token of this ValueTask is 0,
/// unless the ValueTask refers to a box. So the token alone distinguishes a box from a task, without a type check or a call through an interface.
/// </para>
/// <para>
/// If this library cannot read the fields of the base library's ValueTask (<see cref="ValueTaskSource.CanRead"/>), the base library's awaiter does the work.
/// </para>
/// <para>An instance belongs to one await and is not thread-safe, like any awaiter.</para>
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
[StackTraceHidden]
public struct DirectAwaiter<TResult> : IDirectAwaiter
{
    /// <summary>The ValueTask that the twin returned, reinterpreted as an awaiter of the base library.</summary>
    private ConfiguredValueTaskAwaitable<TResult>.ConfiguredValueTaskAwaiter _awaiter;

    /// <summary>Makes the awaiter of a call, directly in the caller's variable.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Of(ValueTask<TResult> call, out DirectAwaiter<TResult> awaiter)
    {
        awaiter._awaiter = ValueTaskSource.AwaiterOf(call);
        if (!ValueTaskSource.CanRead)
        {
            MakeOtherwise(ref awaiter);
        }
    }

    /// <summary>Makes the awaiter of a call that is awaited with <c>ConfigureAwait</c>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Of(ValueTask<TResult> call, bool continueOnCapturedContext, out DirectAwaiter<TResult> awaiter) =>
        awaiter._awaiter = call.ConfigureAwait(continueOnCapturedContext).GetAwaiter();

    /// <summary>True if the call has completed.</summary>
    public readonly bool IsCompleted
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            if (!ValueTaskSource.CanRead)
            {
                return IsCompletedOtherwise();
            }

            var source = ValueTaskSource.OfTwin(in _awaiter, out var token);
            return source is null || (token != 0 ? Box(source).IsCompleted(token) : Task(source).IsCompleted);
        }
    }

    /// <summary>Ends the await, gives the call's box back to its pool, and returns the result. Throws if the call failed.</summary>
    /// <returns>The result.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly TResult GetResult()
    {
        if (!ValueTaskSource.CanRead)
        {
            return GetResultOtherwise();
        }

        var source = ValueTaskSource.OfTwin(in _awaiter, out var token);
        return source is null ? ValueTaskSource.ResultOf(in _awaiter)!
            : token != 0 ? Box(source).GetResultOfTwin(token)
            : ResultOf(Task(source));
    }

    // These methods are not inlined, because their inlined code would take stack in the caller.

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static TResult ResultOf(Task<TResult> task) => task.GetAwaiter().GetResult();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void MakeOtherwise(ref DirectAwaiter<TResult> awaiter) => Of(Unsafe.As<DirectAwaiter<TResult>, ValueTask<TResult>>(ref awaiter), continueOnCapturedContext: true, out awaiter);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly bool IsCompletedOtherwise() => _awaiter.IsCompleted;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly TResult GetResultOtherwise() => _awaiter.GetResult();

    /// <summary>Captures the ExecutionContext, and invokes an action in it when the call completes.</summary>
    /// <param name="continuation">The action.</param>
    public readonly void OnCompleted(Action continuation) => _awaiter.OnCompleted(continuation);

    /// <summary>Registers an action, which is invoked when the call completes.</summary>
    /// <param name="continuation">The action.</param>
    public readonly void UnsafeOnCompleted(Action continuation) => _awaiter.UnsafeOnCompleted(continuation);

    readonly void IDirectAwaiter.AwaitAsPredictedTask<TStateMachine, TCallersResult>(ref TStateMachine stateMachine, ref object? source)
    {
        var awaiter = _awaiter;
        PredictedTask.BuildUnsafeOnCompleted<ConfiguredValueTaskAwaitable<TResult>.ConfiguredValueTaskAwaiter, TStateMachine, TCallersResult>(ref awaiter, ref stateMachine, ref source);
    }

    readonly void IDirectAwaiter.Await(StateMachineBox caller)
    {
        if (!ValueTaskSource.CanRead)
        {
            var awaiter = _awaiter;
            caller.AwaitUnsafeOnCompleted(ref awaiter);
            return;
        }

        var source = ValueTaskSource.OfTwin(in _awaiter, out var token)!;
        var onCapturedContext = ValueTaskSource.ContinuesOnCapturedContext(in _awaiter);
        if (token == 0)
        {
            caller.AwaitTask(Task(source), onCapturedContext);
        }
        else if (!Box(source).TryLink(caller, token, onCapturedContext))
        {
            // The call has completed in the meantime, or a TaskScheduler decides where the caller resumes.
            var flags = onCapturedContext ? ValueTaskSourceOnCompletedFlags.UseSchedulingContext : ValueTaskSourceOnCompletedFlags.None;
            Box(source).OnCompleted(StateMachineBox.Resume, caller, token, flags);
        }
    }

    // The source of a twin's ValueTask is always a box or a task, so these methods need no type check.

    private static ValueTaskBox<TResult> Box(object source) => Unsafe.As<ValueTaskBox<TResult>>(source);

    private static Task<TResult> Task(object source) => Unsafe.As<Task<TResult>>(source);
}
#endif
