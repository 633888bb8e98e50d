using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// Where a continuation runs: the rules of the base library's tasks, which ManualResetValueTaskSourceCore does not follow.
/// </summary>
/// <remarks>
/// A continuation that captured a SynchronizationContext runs in place when that context is the current one, and is posted to it
/// otherwise. One that captured nothing runs in place only where nothing is current that it could disturb: no SynchronizationContext
/// (the base type counts as none) and no TaskScheduler but the default one. Nothing runs in place on a nearly full stack. What
/// escapes from a continuation is thrown on the thread pool, never into the code that completed the box.
/// </remarks>
[StackTraceHidden]
internal static class ContinuationPlacement
{
    /// <summary>The SynchronizationContext that an await captures, or null.</summary>
    public static SynchronizationContext? CurrentSynchronizationContext
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            var current = SynchronizationContext.Current;
            return IsNone(current) ? null : current;
        }
    }

    /// <summary>Whether a SynchronizationContext is none that an await captures.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsNone([NotNullWhen(false)] SynchronizationContext? context) => context is null || context.GetType() == typeof(SynchronizationContext);

    /// <summary>Whether an await captures a TaskScheduler that is not the default one.</summary>
    public static bool IsOnOtherScheduler
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TaskScheduler.Current != TaskScheduler.Default;
    }

    /// <summary>Runs a continuation whose box has just completed on this thread.</summary>
    public static void Run(Action<object?> continuation, object? state, SynchronizationContext? captured)
    {
        if (OnlyCompletesTask(continuation, state))
        {
            continuation(state);
            return;
        }

        if (captured is null ? CurrentSynchronizationContext is null : ReferenceEquals(captured, SynchronizationContext.Current))
        {
            if (Task.CurrentId is not null)
            {
                RunInsideTask(continuation, state, captured);
                return;
            }

            if (HasSufficientStack)
            {
                Invoke(continuation, state);
                return;
            }
        }

        Schedule(continuation, state, captured);
    }

    /// <summary>
    /// The thread is running a task. Its continuations must not see that task as the current one, which only the base library can
    /// arrange.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void RunInsideTask(Action<object?> continuation, object? state, SynchronizationContext? captured)
    {
#if NET8_0_OR_GREATER
        if (BaseLibraryContinuation.IsSupported)
        {
            if (captured is null)
            {
                BaseLibraryContinuation.RunInsideTask(continuation, state);
            }
            else
            {
                BaseLibraryContinuation.RunInsideTask(continuation, state, captured, canRunInPlace: true);
            }

            return;
        }
#endif
        if (captured is null && IsOnOtherScheduler)
        {
            Schedule(continuation, state, captured);
        }
        else
        {
            CompletionRelay.RunInPlace(continuation, state, onCapturedContext: captured is not null);
        }
    }

    /// <summary>Runs a continuation anywhere but here. A context's Post must not see the task that the thread is running either.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Schedule(Action<object?> continuation, object? state, SynchronizationContext? captured)
    {
        if (OnlyCompletesTask(continuation, state))
        {
            continuation(state);
        }
        else if (captured is not null && Task.CurrentId is not null)
        {
            PostInsideTask(continuation, state, captured);
        }
        else if (captured is not null)
        {
            try
            {
                captured.Post(PostedContinuation.Run, new PostedContinuation(continuation, state));
            }
            catch (Exception exception)
            {
                UnhandledException.ThrowOnThreadPool(exception);
            }
        }
        else
        {
#if NETSTANDARD2_0
            ThreadPool.UnsafeQueueUserWorkItem(PostedContinuation.RunQueued, new PostedContinuation(continuation, state));
#else
            ThreadPool.UnsafeQueueUserWorkItem(continuation, state, preferLocal: true);
#endif
        }
    }

    private static void PostInsideTask(Action<object?> continuation, object? state, SynchronizationContext captured)
    {
#if NET8_0_OR_GREATER
        if (BaseLibraryContinuation.IsSupported)
        {
            BaseLibraryContinuation.RunInsideTask(continuation, state, captured, canRunInPlace: false);
            return;
        }
#endif
        CompletionRelay.Post(continuation, state, captured);
    }

    /// <summary>
    /// Whether the continuation is a relay's, a scheduler's or a forgotten call's, or that of the task which ValueTask.AsTask makes. Those run no user code, and the task
    /// places its own continuations; anywhere but in place it would be seen to complete later than the default builder's task does.
    /// </summary>
    /// <remarks>
    /// Others register a task too, and run user code: async methods with a default builder their box, with a delegate that is known; methods
    /// that the runtime itself suspends theirs. So the task is looked at before it is taken for AsTask's.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool OnlyCompletesTask(Action<object?> continuation, object? state) =>
        !ReferenceEquals(continuation, AwaitProbe.MoveNextOfBaseLibraryBox) &&
        (ReferenceEquals(continuation, Relay.Complete) || ReferenceEquals(continuation, ForgottenCall.Complete) || IsOfScheduler(continuation) || (state is Task task && IsOfAsTask(task)));

    private static bool IsOfScheduler(Action<object?> continuation) =>
#if NET8_0_OR_GREATER
        ReferenceEquals(continuation, BaseLibraryContinuation.RunOnScheduler);
#else
        false;
#endif

    [MethodImpl(MethodImplOptions.NoInlining)] // whoever comes here has allocated a task
    private static bool IsOfAsTask(Task task)
    {
        var outer = task.GetType().DeclaringType;
        return outer == typeof(ValueTask) || outer == typeof(ValueTask<>);
    }

    private static void Invoke(Action<object?> continuation, object? state)
    {
        try
        {
            continuation(state);
        }
        catch (Exception exception)
        {
            UnhandledException.ThrowOnThreadPool(exception);
        }
    }

    /// <summary>Whether something may run in place at all.</summary>
    public static bool HasSufficientStack
    {
#if NETSTANDARD2_0
        get
        {
            try
            {
                RuntimeHelpers.EnsureSufficientExecutionStack();
                return true;
            }
            catch (InsufficientExecutionStackException)
            {
                return false;
            }
        }
#else
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => RuntimeHelpers.TryEnsureSufficientExecutionStack();
#endif
    }
}
