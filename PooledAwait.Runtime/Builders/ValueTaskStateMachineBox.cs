using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>The <see cref="ValueTaskBox{TResult}"/> of one type of state machine.</summary>
/// <typeparam name="TStateMachine">The state machine; a struct in optimised builds, a class in others.</typeparam>
/// <typeparam name="TResult">The result's type.</typeparam>
[StackTraceHidden]
internal class ValueTaskStateMachineBox<TStateMachine, TResult> : ValueTaskBox<TResult>
    where TStateMachine : IAsyncStateMachine
{
    /// <summary>The type of the boxes that <see cref="Rent"/> returns.</summary>
    private static readonly Type s_type = TypeOfBoxes();

#if NET8_0_OR_GREATER
    /// <summary>True after a caller of the method has needed a task.</summary>
    private static bool s_isAskedForTasks;

    /// <summary>The number of calls that still get a task at once. They are the next calls of the method that suspend on this thread.</summary>
    [ThreadStatic]
    private static int t_tasks;

    [ThreadStatic]
    private static TaskPrediction? t_prediction;
#endif

    /// <summary>
    /// The state machine. While the box is idle, a class machine is null. A struct machine is empty, except that its builder is marked as completed.
    /// </summary>
    public TStateMachine? StateMachine;

    internal override Type StateMachineType => StateMachine?.GetType() ?? typeof(TStateMachine);

    /// <summary>Takes a box from the pool, or makes one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ValueTaskStateMachineBox<TStateMachine, TResult> Rent()
    {
        // Only the code below puts boxes into this pool, so their type is known.
        var box = Pool<TStateMachine, TResult>.Take();
        return box is not null
            ? Unsafe.As<ValueTaskStateMachineBox<TStateMachine, TResult>>(box)
            : Make();
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // it allocates, which costs more than a call
    private static ValueTaskStateMachineBox<TStateMachine, TResult> Make()
    {
#if NET8_0_OR_GREATER
        if (BaseLibraryBox.CanBeMade)
        {
            return BaseLibraryBox.MakeValueTaskBox<TStateMachine, TResult>();
        }
#endif
        return new ValueTaskStateMachineBox<TStateMachine, TResult>();
    }

    private static Type TypeOfBoxes()
    {
#if NET8_0_OR_GREATER
        if (BaseLibraryBox.CanBeMade)
        {
            return BaseLibraryBox.TypeOfValueTaskBox<TStateMachine, TResult>();
        }
#endif
        return typeof(ValueTaskStateMachineBox<TStateMachine, TResult>);
    }

    /// <summary>Returns whether an object is a box from <see cref="Rent"/>. This takes one comparison; a cast would call the runtime.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Is([NotNullWhen(true)] object? source) => source is not null && source.GetType() == s_type;

#if NET8_0_OR_GREATER
    /// <summary>True if the base library's builder may build calls of the method (<see cref="PredictedTask"/>).</summary>
    public static bool MayPredictTask
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => RuntimeFeature.IsDynamicCodeCompiled && s_isAskedForTasks;
    }

    /// <summary>Decides, once for each call that suspends, whether the call gets its task at once.</summary>
    public static bool PredictTask()
    {
        ref var tasks = ref t_tasks;
        if (tasks > 0)
        {
            tasks--;
            return true;
        }

        t_prediction?.Begin();
        return false;
    }
#endif

    internal override void LearnThatTaskIsAsked()
    {
#if NET8_0_OR_GREATER
        if (PredictedTask.CanBe)
        {
            t_tasks = (t_prediction ??= new TaskPrediction()).Ask();
            s_isAskedForTasks = true;
        }
#endif
    }

    internal override void MoveNext() => StateMachine!.MoveNext();

    protected override void Release(ref object? source)
    {
        StateMachine = default;
        ForgetRegistrations();

        // If the machine is a struct, its builder has just been cleared with it. Code that completes the builder again must not find a box that another call
        // has rented. If the machine is a class, the kick-off method may still have to get the ValueTask from the machine's only builder. So that builder keeps
        // the box.
        if (typeof(TStateMachine).IsValueType)
        {
            source = BuilderState.Completed;
        }
    }

    protected override void Recycle() => Pool<TStateMachine, TResult>.Put(this); // by now the box refers to no object of the call

    public override TResult GetResult(short token)
    {
        var error = Consume(token, out var result);
        RecycleAfter(token);
        error?.GetAwaiter().GetResult(); // throws
        return result!;
    }

    internal override TResult GetResultOfTwin(short token)
    {
        var error = ConsumeOfTwin(token, out var result);
        RecycleAfter(token);
        error?.GetAwaiter().GetResult(); // throws
        return result!;
    }

    internal override Task? Take(short token, out TResult? result)
    {
        var error = Consume(token, out result);
        RecycleAfter(token);
        return error;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void RecycleAfter(short token)
    {
        if (!TicketedCompletion.IsLast(token))
        {
            Pool<TStateMachine, TResult>.Put(this); // by now the box refers to no object of the call
        }
        else
        {
            Pool<TStateMachine, TResult>.Drop();
        }
    }
}
