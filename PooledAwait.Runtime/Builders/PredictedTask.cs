using System.Diagnostics;
#if NET8_0_OR_GREATER
using System.Runtime.CompilerServices;
#endif

namespace PooledAwait.Runtime;

/// <summary>
/// Builds calls of ValueTask methods if their callers will probably ask <see cref="OwnTask"/> for a task (<c>TaskPrediction</c>). From the first suspension on, the base library's builder does the
/// work, as if the method had not been woven. The ValueTask refers to that builder's task.
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
    /// True if the base library's builder can build calls here. False in code that is compiled in advance: for each method, that code would have to contain the base library's builder besides ours.
    /// </summary>
    public static bool CanBe
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => RuntimeFeature.IsDynamicCodeCompiled && SelfTest.Passes;
    }

    /// <summary>True once the base library's builder has begun a call. The thread that makes the first such call writes this before another thread can know of the call.</summary>
    public static bool AreThere => s_areThere;

    /// <summary>Returns whether our builder's field has a task of the base library's builder.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Is(object? source) => s_areThere && source is Task;

    // Our builders call these methods in place of an ordinary step, as the last thing that they do. Code after that call would need more stack.

    /// <summary>Suspends a method whose calls the base library's builder may build.</summary>
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

    /// <summary>Suspends a method until a twin's call completes. The base library's builder may build the method's calls.</summary>
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

    /// <summary>Completes a call that the base library's builder builds, with an exception.</summary>
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
                s_areThere = true; // written only once, because other threads read it whenever they complete calls
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
    /// <summary>Always false: on .NET Framework, the base library's builder has other fields.</summary>
    public static bool AreThere => false;
#endif
}
