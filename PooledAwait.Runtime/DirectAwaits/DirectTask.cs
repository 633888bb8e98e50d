using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// Gets the awaiters of ValueTasks that twins return. (A twin is an added method that returns a ValueTask in place of a task.) Also makes ValueTasks for twins
/// of methods that get their task from other code. Only woven code calls these methods. The caller of a twin uses the ValueTask only once.
/// </summary>
/// <remarks>The methods are thread-safe, because the class has no state.</remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
[StackTraceHidden]
public static partial class DirectTask
{
    /// <summary>Makes a ValueTask over a task.</summary>
    /// <param name="task">The task that the twin's original method would have returned.</param>
    /// <exception cref="NullReferenceException"><paramref name="task"/> is null. An await of a null task throws the same exception.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ValueTask Of(Task? task)
    {
        if (task is null)
        {
            ThrowNull();
        }

        return new ValueTask(task!);
    }

    /// <summary>Makes a ValueTask over a task.</summary>
    /// <typeparam name="TResult">The result's type.</typeparam>
    /// <param name="task">The task that the twin's original method would have returned.</param>
    /// <exception cref="NullReferenceException"><paramref name="task"/> is null. An await of a null task throws the same exception.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ValueTask<TResult> Of<TResult>(Task<TResult>? task)
    {
        if (task is null)
        {
            ThrowNull();
        }

        return new ValueTask<TResult>(task!);
    }

    /// <summary>Gets the awaiter of a call that returned a task before weaving.</summary>
    /// <param name="task">The ValueTask of the call.</param>
    /// <param name="awaiter">The awaiter.</param>
    /// <remarks>
    /// The awaiter is an <c>out</c> parameter, because a returned struct would take stack in the caller until the runtime optimises the caller's code. A
    /// variable that holds the ValueTask would also take stack. The ValueTask's own <c>GetAwaiter</c> needs such a variable, because it takes the ValueTask's
    /// address. So the caller passes the ValueTask to this method by value.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void GetAwaiter(ValueTask task, out ValueTaskAwaiter awaiter) => awaiter = task.GetAwaiter();

    /// <summary>Gets the awaiter of a call that is awaited with <c>ConfigureAwait</c>, and that returned a task before weaving.</summary>
    /// <param name="task">The ValueTask of the call.</param>
    /// <param name="continueOnCapturedContext">Whether to resume in the current SynchronizationContext or TaskScheduler.</param>
    /// <param name="awaiter">The awaiter.</param>
    /// <remarks>The awaiter is an <c>out</c> parameter for the same reason as in <see cref="GetAwaiter(ValueTask, out ValueTaskAwaiter)"/>.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void GetAwaiter(ValueTask task, bool continueOnCapturedContext, out ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter awaiter) =>
        awaiter = task.ConfigureAwait(continueOnCapturedContext).GetAwaiter();

    /// <summary>Gets the awaiter of a call that returned a task before weaving.</summary>
    /// <typeparam name="TResult">The result's type.</typeparam>
    /// <param name="task">The ValueTask of the call.</param>
    /// <param name="awaiter">The awaiter.</param>
    /// <remarks>
    /// The awaiter is an <c>out</c> parameter, because a returned struct would take stack in the caller until the runtime optimises the caller's code. A
    /// variable that holds the ValueTask would also take stack. The ValueTask's own <c>GetAwaiter</c> needs such a variable, because it takes the ValueTask's
    /// address. So the caller passes the ValueTask to this method by value.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void GetAwaiter<TResult>(ValueTask<TResult> task, out ValueTaskAwaiter<TResult> awaiter) => awaiter = task.GetAwaiter();

    /// <summary>Gets the awaiter of a call that is awaited with <c>ConfigureAwait</c>, and that returned a task before weaving.</summary>
    /// <typeparam name="TResult">The result's type.</typeparam>
    /// <param name="task">The ValueTask of the call.</param>
    /// <param name="continueOnCapturedContext">Whether to resume in the current SynchronizationContext or TaskScheduler.</param>
    /// <param name="awaiter">The awaiter.</param>
    /// <remarks>
    /// The awaiter is an <c>out</c> parameter for the same reason as in <see cref="GetAwaiter{TResult}(ValueTask{TResult}, out ValueTaskAwaiter{TResult})"/>.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void GetAwaiter<TResult>(ValueTask<TResult> task, bool continueOnCapturedContext, out ConfiguredValueTaskAwaitable<TResult>.ConfiguredValueTaskAwaiter awaiter) =>
        awaiter = task.ConfigureAwait(continueOnCapturedContext).GetAwaiter();

    /// <summary>Gets the awaiter for an awaiting method that has a pooled builder. The awaited call returned a task before weaving.</summary>
    /// <param name="task">The ValueTask of the call.</param>
    /// <param name="awaiter">The awaiter.</param>
    /// <remarks>The awaiter is an <c>out</c> parameter for the same reason as in <see cref="GetAwaiter(ValueTask, out ValueTaskAwaiter)"/>.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void GetAwaiter(ValueTask task, out DirectAwaiter awaiter) => DirectAwaiter.Of(task, out awaiter);

    /// <summary>
    /// Gets the awaiter for an awaiting method that has a pooled builder. The awaited call returned a task before weaving, and the await uses
    /// <c>ConfigureAwait</c>.
    /// </summary>
    /// <param name="task">The ValueTask of the call.</param>
    /// <param name="continueOnCapturedContext">Whether to resume in the current SynchronizationContext or TaskScheduler.</param>
    /// <param name="awaiter">The awaiter.</param>
    /// <remarks>The awaiter is an <c>out</c> parameter for the same reason as in <see cref="GetAwaiter(ValueTask, out ValueTaskAwaiter)"/>.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void GetAwaiter(ValueTask task, bool continueOnCapturedContext, out DirectAwaiter awaiter) =>
        DirectAwaiter.Of(task, continueOnCapturedContext, out awaiter);

    /// <summary>Gets the awaiter for an awaiting method that has a pooled builder. The awaited call returned a task before weaving.</summary>
    /// <typeparam name="TResult">The result's type.</typeparam>
    /// <param name="task">The ValueTask of the call.</param>
    /// <param name="awaiter">The awaiter.</param>
    /// <remarks>
    /// The awaiter is an <c>out</c> parameter for the same reason as in <see cref="GetAwaiter{TResult}(ValueTask{TResult}, out ValueTaskAwaiter{TResult})"/>.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void GetAwaiter<TResult>(ValueTask<TResult> task, out DirectAwaiter<TResult> awaiter) =>
        DirectAwaiter<TResult>.Of(task, out awaiter);

    /// <summary>
    /// Gets the awaiter for an awaiting method that has a pooled builder. The awaited call returned a task before weaving, and the await uses
    /// <c>ConfigureAwait</c>.
    /// </summary>
    /// <typeparam name="TResult">The result's type.</typeparam>
    /// <param name="task">The ValueTask of the call.</param>
    /// <param name="continueOnCapturedContext">Whether to resume in the current SynchronizationContext or TaskScheduler.</param>
    /// <param name="awaiter">The awaiter.</param>
    /// <remarks>
    /// The awaiter is an <c>out</c> parameter for the same reason as in <see cref="GetAwaiter{TResult}(ValueTask{TResult}, out ValueTaskAwaiter{TResult})"/>.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void GetAwaiter<TResult>(ValueTask<TResult> task, bool continueOnCapturedContext, out DirectAwaiter<TResult> awaiter) =>
        DirectAwaiter<TResult>.Of(task, continueOnCapturedContext, out awaiter);

    /// <summary>Gets the awaiter for an awaiting method that keeps the compiler's builder. The awaited call returned a task before weaving.</summary>
    /// <param name="task">The ValueTask of the call.</param>
    /// <param name="awaiter">The awaiter. Its type is the same with and without <c>ConfigureAwait</c>.</param>
    /// <remarks>The awaiter is an <c>out</c> parameter for the same reason as in <see cref="GetAwaiter(ValueTask, out ValueTaskAwaiter)"/>.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void GetAwaiter(ValueTask task, out ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter awaiter) =>
        GetAwaiter(task, continueOnCapturedContext: true, out awaiter);

    /// <summary>Gets the awaiter for an awaiting method that keeps the compiler's builder. The awaited call returned a task before weaving.</summary>
    /// <typeparam name="TResult">The result's type.</typeparam>
    /// <param name="task">The ValueTask of the call.</param>
    /// <param name="awaiter">The awaiter. Its type is the same with and without <c>ConfigureAwait</c>.</param>
    /// <remarks>
    /// The awaiter is an <c>out</c> parameter for the same reason as in <see cref="GetAwaiter{TResult}(ValueTask{TResult}, out ValueTaskAwaiter{TResult})"/>.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void GetAwaiter<TResult>(ValueTask<TResult> task, out ConfiguredValueTaskAwaitable<TResult>.ConfiguredValueTaskAwaiter awaiter) =>
        GetAwaiter(task, continueOnCapturedContext: true, out awaiter);

    private static void ThrowNull() => throw new NullReferenceException();
}
