using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// Awaits the ValueTasks that twins return, and makes a ValueTask if a twin has to return a task that other code made. Only woven code calls it. Callers of a twin use its ValueTask once.
/// </summary>
/// <remarks>Thread-safe: there is no state.</remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
[StackTraceHidden]
public static partial class DirectTask
{
    /// <summary>A ValueTask over a task.</summary>
    /// <param name="task">What the method would have returned.</param>
    /// <exception cref="NullReferenceException"><paramref name="task"/> is null. Awaiting it would throw the same.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ValueTask Of(Task? task)
    {
        if (task is null)
        {
            ThrowNull();
        }

        return new ValueTask(task!);
    }

    /// <summary>A ValueTask over a task.</summary>
    /// <typeparam name="TResult">The result's type.</typeparam>
    /// <param name="task">What the method would have returned.</param>
    /// <exception cref="NullReferenceException"><paramref name="task"/> is null. Awaiting it would throw the same.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ValueTask<TResult> Of<TResult>(Task<TResult>? task)
    {
        if (task is null)
        {
            ThrowNull();
        }

        return new ValueTask<TResult>(task!);
    }

    /// <summary>Awaits the ValueTask of a call that replaced one with a task.</summary>
    /// <param name="task">What the call returned.</param>
    /// <param name="awaiter">Its awaiter.</param>
    /// <remarks>In code that the runtime has not optimised yet, every variable and every call that returns a struct takes stack. So this returns no struct and needs no variable.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void GetAwaiter(ValueTask task, out ValueTaskAwaiter awaiter) => awaiter = task.GetAwaiter();

    /// <summary>Awaits the ValueTask of a call that replaced one with a task, as <c>ConfigureAwait</c> says.</summary>
    /// <param name="task">What the call returned.</param>
    /// <param name="continueOnCapturedContext">Whether to resume in the current SynchronizationContext or TaskScheduler.</param>
    /// <param name="awaiter">Its awaiter.</param>
    /// <remarks>Returns no struct, for the same reason as <see cref="GetAwaiter(ValueTask, out ValueTaskAwaiter)"/>.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void GetAwaiter(ValueTask task, bool continueOnCapturedContext, out ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter awaiter) =>
        awaiter = task.ConfigureAwait(continueOnCapturedContext).GetAwaiter();

    /// <summary>Awaits the ValueTask of a call that replaced one with a task.</summary>
    /// <typeparam name="TResult">The result's type.</typeparam>
    /// <param name="task">What the call returned.</param>
    /// <param name="awaiter">Its awaiter.</param>
    /// <remarks>In code that the runtime has not optimised yet, every variable and every call that returns a struct takes stack. So this returns no struct and needs no variable.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void GetAwaiter<TResult>(ValueTask<TResult> task, out ValueTaskAwaiter<TResult> awaiter) => awaiter = task.GetAwaiter();

    /// <summary>Awaits the ValueTask of a call that replaced one with a task, as <c>ConfigureAwait</c> says.</summary>
    /// <typeparam name="TResult">The result's type.</typeparam>
    /// <param name="task">What the call returned.</param>
    /// <param name="continueOnCapturedContext">Whether to resume in the current SynchronizationContext or TaskScheduler.</param>
    /// <param name="awaiter">Its awaiter.</param>
    /// <remarks>Returns no struct, for the same reason as <see cref="GetAwaiter{TResult}(ValueTask{TResult}, out ValueTaskAwaiter{TResult})"/>.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void GetAwaiter<TResult>(ValueTask<TResult> task, bool continueOnCapturedContext, out ConfiguredValueTaskAwaitable<TResult>.ConfiguredValueTaskAwaiter awaiter) =>
        awaiter = task.ConfigureAwait(continueOnCapturedContext).GetAwaiter();

    /// <summary>Awaits the ValueTask of a call that replaced one with a task, in a method with a pooled builder.</summary>
    /// <param name="task">What the call returned.</param>
    /// <param name="awaiter">Its awaiter.</param>
    /// <remarks>Returns no struct, for the same reason as <see cref="GetAwaiter(ValueTask, out ValueTaskAwaiter)"/>.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void GetAwaiter(ValueTask task, out DirectAwaiter awaiter) => DirectAwaiter.Of(task, out awaiter);

    /// <summary>Awaits the ValueTask of a call that replaced one with a task, as <c>ConfigureAwait</c> says, in a method with a pooled builder.</summary>
    /// <param name="task">What the call returned.</param>
    /// <param name="continueOnCapturedContext">Whether to resume in the current SynchronizationContext or TaskScheduler.</param>
    /// <param name="awaiter">Its awaiter.</param>
    /// <remarks>Returns no struct, for the same reason as <see cref="GetAwaiter(ValueTask, out ValueTaskAwaiter)"/>.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void GetAwaiter(ValueTask task, bool continueOnCapturedContext, out DirectAwaiter awaiter) =>
        DirectAwaiter.Of(task, continueOnCapturedContext, out awaiter);

    /// <summary>Awaits the ValueTask of a call that replaced one with a task, in a method with a pooled builder.</summary>
    /// <typeparam name="TResult">The result's type.</typeparam>
    /// <param name="task">What the call returned.</param>
    /// <param name="awaiter">Its awaiter.</param>
    /// <remarks>Returns no struct, for the same reason as <see cref="GetAwaiter{TResult}(ValueTask{TResult}, out ValueTaskAwaiter{TResult})"/>.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void GetAwaiter<TResult>(ValueTask<TResult> task, out DirectAwaiter<TResult> awaiter) =>
        DirectAwaiter<TResult>.Of(task, out awaiter);

    /// <summary>Awaits the ValueTask of a call that replaced one with a task, as <c>ConfigureAwait</c> says, in a method with a pooled builder.</summary>
    /// <typeparam name="TResult">The result's type.</typeparam>
    /// <param name="task">What the call returned.</param>
    /// <param name="continueOnCapturedContext">Whether to resume in the current SynchronizationContext or TaskScheduler.</param>
    /// <param name="awaiter">Its awaiter.</param>
    /// <remarks>Returns no struct, for the same reason as <see cref="GetAwaiter{TResult}(ValueTask{TResult}, out ValueTaskAwaiter{TResult})"/>.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void GetAwaiter<TResult>(ValueTask<TResult> task, bool continueOnCapturedContext, out DirectAwaiter<TResult> awaiter) =>
        DirectAwaiter<TResult>.Of(task, continueOnCapturedContext, out awaiter);

    /// <summary>Awaits the ValueTask of a call that replaced one with a task, in a method that keeps the compiler's builder.</summary>
    /// <param name="task">What the call returned.</param>
    /// <param name="awaiter">Its awaiter. It has the same type whether the await is configured or not.</param>
    /// <remarks>Returns no struct, for the same reason as <see cref="GetAwaiter(ValueTask, out ValueTaskAwaiter)"/>.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void GetAwaiter(ValueTask task, out ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter awaiter) =>
        GetAwaiter(task, continueOnCapturedContext: true, out awaiter);

    /// <summary>Awaits the ValueTask of a call that replaced one with a task, in a method that keeps the compiler's builder.</summary>
    /// <typeparam name="TResult">The result's type.</typeparam>
    /// <param name="task">What the call returned.</param>
    /// <param name="awaiter">Its awaiter. It has the same type whether the await is configured or not.</param>
    /// <remarks>Returns no struct, for the same reason as <see cref="GetAwaiter{TResult}(ValueTask{TResult}, out ValueTaskAwaiter{TResult})"/>.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void GetAwaiter<TResult>(ValueTask<TResult> task, out ConfiguredValueTaskAwaitable<TResult>.ConfiguredValueTaskAwaiter awaiter) =>
        GetAwaiter(task, continueOnCapturedContext: true, out awaiter);

    private static void ThrowNull() => throw new NullReferenceException();
}
