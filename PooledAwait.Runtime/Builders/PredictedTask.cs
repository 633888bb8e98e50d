using System.Diagnostics;
#if NET8_0_OR_GREATER
using System.Runtime.CompilerServices;
#endif

namespace PooledAwait.Runtime;

/// <summary>
/// Builds a call of a ValueTask method if the caller will probably need a task from <see cref="OwnTask"/>. (<c>TaskPrediction</c> predicts this.) From the
/// first suspension on, the base library's builder does the work, as if the method had not been woven. The call's ValueTask refers to the task of that builder.
/// </summary>
/// <remarks>
/// The base library's builder is a struct with one field: the task, which is also the box. Our builder keeps that task in the field that otherwise refers to
/// our box, so the machine does not grow. A self-test checks that the struct has no other field.
/// </remarks>
[StackTraceHidden]
internal static class PredictedTask
{
#if NET8_0_OR_GREATER
    private static bool s_areThere;

    /// <summary>
    /// True if the base library's builder can build calls in this program. False if the program is compiled ahead of time, because each method would then need
    /// native code for the base library's builder in addition to ours.
    /// </summary>
    public static bool CanBe
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => RuntimeFeature.IsDynamicCodeCompiled && SelfTest.Passes;
    }

    /// <summary>
    /// False until the base library's builder begins to build a call for the first time. The thread of that call sets the value to true before other threads
    /// can access the call.
    /// </summary>
    public static bool AreThere => s_areThere;

    /// <summary>Returns whether the field of our builder holds a task of the base library's builder.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Is(object? source) => s_areThere && source is Task;

    // Our builders call the methods below only as their last step, because code after such a call would need more stack.

    /// <summary>Suspends a method, with the base library's builder if a task is predicted, and otherwise with our box.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    public static void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine, TResult>(ref TAwaiter awaiter, ref TStateMachine stateMachine, ref object? source)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine
    {
        if (IsOrBecomes<TStateMachine, TResult>(source))
        {
            BuildUnsafeOnCompleted<TAwaiter, TStateMachine, TResult>(ref awaiter, ref stateMachine, ref source);
        }
        else
        {
            BuilderState.GetBox<TStateMachine, TResult>(ref stateMachine, ref source).AwaitUnsafeOnCompleted(ref awaiter);
        }
    }

    /// <inheritdoc cref="AwaitUnsafeOnCompleted"/>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    public static void AwaitOnCompleted<TAwaiter, TStateMachine, TResult>(ref TAwaiter awaiter, ref TStateMachine stateMachine, ref object? source)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine
    {
        if (!IsOrBecomes<TStateMachine, TResult>(source))
        {
            BuilderState.GetBox<TStateMachine, TResult>(ref stateMachine, ref source).AwaitOnCompleted(ref awaiter);
        }
        else if (typeof(TResult) == typeof(VoidResult))
        {
            Builder(ref source).AwaitOnCompleted(ref awaiter, ref stateMachine);
        }
        else
        {
            Builder<TResult>(ref source).AwaitOnCompleted(ref awaiter, ref stateMachine);
        }
    }

    /// <summary>Suspends a method until a twin's call completes, with the base library's builder if a task is predicted, and otherwise with our box.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    public static void AwaitDirect<TAwaiter, TStateMachine, TResult>(ref TAwaiter awaiter, ref TStateMachine stateMachine, ref object? source)
        where TAwaiter : struct, IDirectAwaiter
        where TStateMachine : IAsyncStateMachine
    {
        if (IsOrBecomes<TStateMachine, TResult>(source))
        {
            awaiter.AwaitAsPredictedTask<TStateMachine, TResult>(ref stateMachine, ref source);
        }
        else
        {
            BuilderState.GetBox<TStateMachine, TResult>(ref stateMachine, ref source).AwaitDirect(ref awaiter);
        }
    }

    /// <summary>Suspends the method of a call that the base library's builder builds.</summary>
    public static void BuildUnsafeOnCompleted<TAwaiter, TStateMachine, TResult>(ref TAwaiter awaiter, ref TStateMachine stateMachine, ref object? source)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine
    {
        if (typeof(TResult) == typeof(VoidResult))
        {
            Builder(ref source).AwaitUnsafeOnCompleted(ref awaiter, ref stateMachine);
        }
        else
        {
            Builder<TResult>(ref source).AwaitUnsafeOnCompleted(ref awaiter, ref stateMachine);
        }
    }

    /// <summary>Completes a call that the base library's builder builds.</summary>
    public static void SetResult<TResult>(TResult result, ref object? source) => Builder<TResult>(ref source).SetResult(result);

    /// <inheritdoc cref="SetResult{TResult}"/>
    public static void SetResult(ref object? source) => Builder(ref source).SetResult();

    /// <summary>Sets the exception of a call that the base library's builder builds.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    public static void SetException<TResult>(Exception exception, ref object? source) => Builder<TResult>(ref source).SetException(exception);

    /// <inheritdoc cref="SetException{TResult}"/>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    public static void SetException(Exception exception, ref object? source) => Builder(ref source).SetException(exception);

    private static bool IsOrBecomes<TStateMachine, TResult>(object? source)
        where TStateMachine : IAsyncStateMachine
    {
        if (source is null && ValueTaskStateMachineBox<TStateMachine, TResult>.PredictTask())
        {
            if (!s_areThere)
            {
                s_areThere = true; // written only once, because each write would slow down the threads that read the field
            }

            return true;
        }

        return source is Task;
    }

    private static ref AsyncTaskMethodBuilder<TResult> Builder<TResult>(ref object? source) => ref Unsafe.As<object?, AsyncTaskMethodBuilder<TResult>>(ref source);

    private static ref AsyncTaskMethodBuilder Builder(ref object? source) => ref Unsafe.As<object?, AsyncTaskMethodBuilder>(ref source);

    private static class SelfTest
    {
        public static readonly bool Passes = Unsafe.SizeOf<AsyncTaskMethodBuilder>() == IntPtr.Size && Unsafe.SizeOf<AsyncTaskMethodBuilder<long>>() == IntPtr.Size && IsItsTask();

        private static bool IsItsTask()
        {
            object? source = null, typed = null;
            return ReferenceEquals(Builder(ref source).Task, source) && ReferenceEquals(Builder<long>(ref typed).Task, typed);
        }
    }
#else
    /// <summary>Always false in the netstandard2.0 build, because the base library's builder has other fields on .NET Framework.</summary>
    public static bool AreThere => false;
#endif
}
