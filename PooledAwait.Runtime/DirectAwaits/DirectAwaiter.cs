#if NET8_0_OR_GREATER
using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

namespace PooledAwait.Runtime;

/// <summary>
/// The awaiter of a twin's call without a result. (A twin is an added method that returns a ValueTask in place of a task.) Only woven code uses this awaiter.
/// The awaiter makes the caller's box the continuation of the called method's box, without a delegate.
/// </summary>
/// <remarks>
/// <para>
/// The awaiter contains only the call's ValueTask, reinterpreted as an awaiter. Copying the ValueTask's fields into fields of the awaiter would take stack in
/// each nested call. A twin's ValueTask refers to one of our boxes, to a task, or to nothing if the call succeeded at once. The token of this ValueTask is 0,
/// unless the ValueTask refers to a box. So the token alone distinguishes a box from a task, without a type check or a call through an interface.
/// </para>
/// <para>
/// If the fields of the base library's ValueTask are not as expected (<see cref="ValueTaskSource.IsKnown"/>), the base library's awaiter does the work.
/// </para>
/// <para>An instance belongs to one await and is not thread-safe, like any awaiter.</para>
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
[StackTraceHidden]
public struct DirectAwaiter : IDirectAwaiter
{
    /// <summary>The ValueTask that the twin returned, reinterpreted as an awaiter of the base library.</summary>
    private ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter _awaiter;

    /// <summary>Makes the awaiter of a call, directly in the caller's variable.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Of(ValueTask call, out DirectAwaiter awaiter)
    {
        awaiter._awaiter = ValueTaskSource.AwaiterOf(call);
        if (!ValueTaskSource.CanRead)
        {
            MakeOtherwise(ref awaiter);
        }
    }

    /// <summary>Makes the awaiter of a call that is awaited with <c>ConfigureAwait</c>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Of(ValueTask call, bool continueOnCapturedContext, out DirectAwaiter awaiter) =>
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

    /// <summary>Ends the await, gives the call's box back to its pool, and throws if the call failed.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void GetResult()
    {
        if (!ValueTaskSource.CanRead)
        {
            GetResultOtherwise();
            return;
        }

        var source = ValueTaskSource.OfTwin(in _awaiter, out var token);
        if (source is null)
        {
            return;
        }

        if (token != 0)
        {
            Box(source).GetResultOfTwin(token);
        }
        else
        {
            ThrowIfFailed(Task(source));
        }
    }

    // These methods are not inlined, because their inlined code would take stack in the caller.

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ThrowIfFailed(Task task) => task.GetAwaiter().GetResult();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void MakeOtherwise(ref DirectAwaiter awaiter) => Of(Unsafe.As<DirectAwaiter, ValueTask>(ref awaiter), continueOnCapturedContext: true, out awaiter);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly bool IsCompletedOtherwise() => _awaiter.IsCompleted;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly void GetResultOtherwise() => _awaiter.GetResult();

    /// <summary>Captures the ExecutionContext, and invokes an action in it when the call completes.</summary>
    /// <param name="continuation">The action.</param>
    public readonly void OnCompleted(Action continuation) => _awaiter.OnCompleted(continuation);

    /// <summary>Registers an action, which is invoked when the call completes.</summary>
    /// <param name="continuation">The action.</param>
    public readonly void UnsafeOnCompleted(Action continuation) => _awaiter.UnsafeOnCompleted(continuation);

    readonly void IDirectAwaiter.AwaitAsPredictedTask<TStateMachine, TCallersResult>(ref TStateMachine stateMachine, ref object? source)
    {
        var awaiter = _awaiter;
        PredictedTask.BuildUnsafeOnCompleted<ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter, TStateMachine, TCallersResult>(ref awaiter, ref stateMachine, ref source);
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

    // These methods need no type check. Their callers know from the token whether the source is a box or a task.

    private static ValueTaskBox<VoidResult> Box(object source) => Unsafe.As<ValueTaskBox<VoidResult>>(source);

    private static Task Task(object source) => Unsafe.As<Task>(source);
}
#endif
