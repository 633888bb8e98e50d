using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>Decides where a continuation runs, by the rules of the base library's tasks. (ManualResetValueTaskSourceCore follows other rules.)</summary>
/// <remarks>
/// A continuation that captured a SynchronizationContext runs in place if that context is the current one. Otherwise, the continuation is posted to that
/// context. A continuation that captured no SynchronizationContext runs in place under two conditions: no SynchronizationContext is current (an object whose
/// class is SynchronizationContext itself counts as none), and the default TaskScheduler is current. No user code runs in place on a nearly full stack. A
/// continuation without user code runs in place in any case. An exception that escapes from a continuation is thrown on the thread pool, never into the code
/// that completed the call.
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

    /// <summary>Returns whether a SynchronizationContext counts as none, so that an await does not capture it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsNone([NotNullWhen(false)] SynchronizationContext? context) => context is null || context.GetType() == typeof(SynchronizationContext);

    /// <summary>True if the current TaskScheduler is not the default one, so that an await captures it.</summary>
    public static bool IsOnOtherScheduler
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TaskScheduler.Current != TaskScheduler.Default;
    }

    /// <summary>Runs the continuation of a call that has just completed on this thread.</summary>
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
    /// Runs a continuation while the thread is running a task. The continuation must not see that task as the current one. Only the base library can hide the
    /// task.
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

    /// <summary>
    /// Posts a continuation to the context that it captured, or queues it to the thread pool. A continuation that only completes a task runs in place. While
    /// the context's Post runs, the thread has no current task.
    /// </summary>
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
    /// Returns whether a continuation runs no user code, and therefore must run in place. Such a continuation completes a <see cref="Relay"/> or the task that
    /// ValueTask.AsTask makes, discards a call's result (<see cref="ForgottenCall"/>), or passes an action to a TaskScheduler. If the continuation were queued,
    /// the program could see that a task completes later than with the default builder. The completed task decides where its own continuations run.
    /// </summary>
    /// <remarks>
    /// Not every continuation whose state is a task completes this task; some run user code. An async method with a default builder registers its box, which is
    /// a task. The check of the delegate excludes these continuations. A method that the runtime itself suspends registers its own task. The check that AsTask
    /// made the task excludes these.
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

    [MethodImpl(MethodImplOptions.NoInlining)] // rare, and the code that registered the continuation has allocated a task
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

    /// <summary>True if there is enough stack to run something in place.</summary>
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
