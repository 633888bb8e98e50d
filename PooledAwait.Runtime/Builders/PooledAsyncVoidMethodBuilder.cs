using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>Builds async void methods. A call that suspends allocates nothing, because the state machine is kept in a pooled box.</summary>
/// <remarks>
/// <para>
/// Compiled code calls this builder. The weaver uses it in place of <c>AsyncVoidMethodBuilder</c>. <c>AsyncVoidMethodBuilder</c> still does all observable
/// work. It notifies the SynchronizationContext of the start and the end of the method, and posts an exception to that context.
/// </para>
/// <para>An instance belongs to one call and is not thread-safe, like any async method builder.</para>
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
[StackTraceHidden]
public struct PooledAsyncVoidMethodBuilder
{
    /// <summary>The default builder, which notifies the SynchronizationContext that was current at the start of the call.</summary>
    private AsyncVoidMethodBuilder _operation;

    /// <summary>The box; null until the method suspends for the first time.</summary>
    private DetachedBox? _box;

    /// <summary>Makes a builder for one call.</summary>
    public static PooledAsyncVoidMethodBuilder Create() => new() { _operation = AsyncVoidMethodBuilder.Create() };

    /// <summary>Runs the method up to its first suspension, and restores the caller's contexts.</summary>
    /// <typeparam name="TStateMachine">The state machine's type.</typeparam>
    /// <param name="stateMachine">The state machine.</param>
    [DebuggerStepThrough]
    [MethodImpl(MachineStart.WithoutFrame)]
    public readonly void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine =>
        MachineStart.Run(ref stateMachine);

    /// <summary>Does nothing. Compiled code calls this method on older frameworks.</summary>
    /// <param name="stateMachine">The state machine.</param>
    /// <exception cref="ArgumentNullException"><paramref name="stateMachine"/> is null.</exception>
    public readonly void SetStateMachine(IAsyncStateMachine stateMachine) => Misuse.ThrowIfNull(stateMachine, nameof(stateMachine));

    /// <summary>Completes the method.</summary>
    /// <exception cref="InvalidOperationException">The method has completed already, after it had suspended at least once.</exception>
    public void SetResult()
    {
        if (_box is null)
        {
            _operation.SetResult();
        }
        else
        {
            DetachedBox.Recycle(ref _box, ref _operation).SetResult();
        }
    }

    /// <summary>
    /// Completes the method with an exception. The exception is then thrown in the SynchronizationContext or on the thread pool, where no caller can catch it.
    /// </summary>
    /// <param name="exception">The exception.</param>
    /// <exception cref="ArgumentNullException"><paramref name="exception"/> is null.</exception>
    /// <exception cref="InvalidOperationException">The method has completed already, after it had suspended at least once.</exception>
    public void SetException(Exception exception)
    {
        Misuse.ThrowIfNull(exception, nameof(exception));
        if (_box is null)
        {
            _operation.SetException(exception);
        }
        else
        {
            DetachedBox.Recycle(ref _box, ref _operation).SetException(exception);
        }
    }

    /// <summary>Suspends the method until an awaiter completes.</summary>
    /// <typeparam name="TAwaiter">The awaiter's type.</typeparam>
    /// <typeparam name="TStateMachine">The state machine's type.</typeparam>
    /// <param name="awaiter">The awaiter.</param>
    /// <param name="stateMachine">The state machine.</param>
    public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        DetachedBox.Get(ref stateMachine, ref _box).AwaitOnCompleted(ref awaiter);

    /// <summary>Suspends the method until an awaiter completes. The builder, not the awaiter, restores the ExecutionContext.</summary>
    /// <typeparam name="TAwaiter">The awaiter's type.</typeparam>
    /// <typeparam name="TStateMachine">The state machine's type.</typeparam>
    /// <param name="awaiter">The awaiter.</param>
    /// <param name="stateMachine">The state machine.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        DetachedBox.Get(ref stateMachine, ref _box).AwaitUnsafeOnCompleted(ref awaiter);

    /// <summary>Suspends the method until the call of a twin completes. Woven code calls this method.</summary>
    /// <typeparam name="TAwaiter">The awaiter's type.</typeparam>
    /// <typeparam name="TStateMachine">The state machine's type.</typeparam>
    /// <param name="awaiter">The awaiter.</param>
    /// <param name="stateMachine">The state machine.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void AwaitDirect<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : struct, IDirectAwaiter
        where TStateMachine : IAsyncStateMachine =>
        DetachedBox.Get(ref stateMachine, ref _box).AwaitDirect(ref awaiter);
}
