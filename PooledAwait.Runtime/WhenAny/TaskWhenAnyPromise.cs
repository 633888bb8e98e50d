#if NET8_0_OR_GREATER
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// A <see cref="WhenAnyPromise"/> that completes a task. This class can be loaded even if the base library lacks the interface that
/// <c>RecognisedTaskWhenAnyPromise</c> implements.
/// </summary>
/// <typeparam name="TTask">The type of the tasks that the promise waits for.</typeparam>
[StackTraceHidden]
internal abstract class TaskWhenAnyPromise<TTask> : WhenAnyPromise
    where TTask : Task
{
    /// <summary>Makes and completes the task.</summary>
    private AsyncTaskMethodBuilder<TTask> _builder;

    /// <summary>Makes the task that completes when the first of the given tasks completes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Task<TTask> Create(TTask task1, TTask task2, TTask? task3, TTask? task4)
    {
        // Only Recycle below puts promises into this pool, so their type is known.
        var pooled = Pool<PoolUser.WhenAnyTask, TTask>.Take();
        var promise = pooled is not null ? Unsafe.As<TaskWhenAnyPromise<TTask>>(pooled) : TaskContinuations.MakeTaskPromise<TTask>();
        var result = promise._builder.Task;
        promise.Register(task1, task2, task3, task4, holders: 0);
        return result;
    }

    protected sealed override void Complete(Task winner, int held)
    {
        var builder = _builder;
        _builder = default;
        if (Release(held))
        {
            Recycle();
        }

        builder.SetResult(Unsafe.As<TTask>(winner));
    }

    protected sealed override void Recycle() => Pool<PoolUser.WhenAnyTask, TTask>.Put(this);
}
#endif
