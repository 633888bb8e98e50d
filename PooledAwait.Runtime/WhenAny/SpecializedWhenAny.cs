using System.ComponentModel;
using System.Diagnostics;
#if NET8_0_OR_GREATER
using System.Runtime.CompilerServices;
#endif

namespace PooledAwait.Runtime;

/// <summary><c>Task.WhenAny</c> over three or four tasks. If the pool has an idle promise, a call allocates only the task that it returns.</summary>
/// <remarks>
/// <para>
/// Woven code calls these methods in place of <c>Task.WhenAny</c>. You may also call them yourself. Results and exceptions are the same as with the base
/// library, even if several arguments are invalid.
/// </para>
/// <para>
/// If an array or a span has another number of tasks, the call goes to the base library. On frameworks older than .NET 8, every call goes there. From .NET 8
/// on, every call goes there if a self-test finds that the base library's tasks have changed, or if the runtimeconfig switch <c>PooledAwait.DisableWhenAny</c>
/// is true.
/// </para>
/// <para>The methods are thread-safe. The idea of separate code for three and four tasks comes from pull request 127216 of dotnet/runtime.</para>
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
[StackTraceHidden]
public static class SpecializedWhenAny
{
    /// <summary>Returns a task that completes when any of three tasks has completed.</summary>
    /// <param name="task1">The first task.</param>
    /// <param name="task2">The second task.</param>
    /// <param name="task3">The third task.</param>
    /// <returns>A task whose result is the task that completed first.</returns>
    /// <exception cref="ArgumentException">A task is null.</exception>
    public static Task<Task> WhenAny(Task task1, Task task2, Task task3)
    {
#if NET8_0_OR_GREATER
        if (WhenAnySpecialization.AppliesTo(task1, task2, task3))
        {
            return FirstOf(task1, task2, task3, null);
        }
#endif
        return Task.WhenAny(task1, task2, task3);
    }

    /// <summary>Returns a task that completes when any of three tasks has completed.</summary>
    /// <typeparam name="TResult">The type of the tasks' results.</typeparam>
    /// <param name="task1">The first task.</param>
    /// <param name="task2">The second task.</param>
    /// <param name="task3">The third task.</param>
    /// <returns>A task whose result is the task that completed first.</returns>
    /// <exception cref="ArgumentException">A task is null.</exception>
    public static Task<Task<TResult>> WhenAny<TResult>(Task<TResult> task1, Task<TResult> task2, Task<TResult> task3)
    {
#if NET8_0_OR_GREATER
        if (WhenAnySpecialization.AppliesTo(task1, task2, task3))
        {
            return FirstOf(task1, task2, task3, null);
        }
#endif
        return Task.WhenAny(task1, task2, task3);
    }

    /// <summary>Returns a task that completes when any of four tasks has completed.</summary>
    /// <param name="task1">The first task.</param>
    /// <param name="task2">The second task.</param>
    /// <param name="task3">The third task.</param>
    /// <param name="task4">The fourth task.</param>
    /// <returns>A task whose result is the task that completed first.</returns>
    /// <exception cref="ArgumentException">A task is null.</exception>
    public static Task<Task> WhenAny(Task task1, Task task2, Task task3, Task task4)
    {
#if NET8_0_OR_GREATER
        if (WhenAnySpecialization.AppliesTo(task1, task2, task3, task4))
        {
            return FirstOf(task1, task2, task3, task4);
        }
#endif
        return Task.WhenAny(task1, task2, task3, task4);
    }

    /// <summary>Returns a task that completes when any of four tasks has completed.</summary>
    /// <typeparam name="TResult">The type of the tasks' results.</typeparam>
    /// <param name="task1">The first task.</param>
    /// <param name="task2">The second task.</param>
    /// <param name="task3">The third task.</param>
    /// <param name="task4">The fourth task.</param>
    /// <returns>A task whose result is the task that completed first.</returns>
    /// <exception cref="ArgumentException">A task is null.</exception>
    public static Task<Task<TResult>> WhenAny<TResult>(Task<TResult> task1, Task<TResult> task2, Task<TResult> task3, Task<TResult> task4)
    {
#if NET8_0_OR_GREATER
        if (WhenAnySpecialization.AppliesTo(task1, task2, task3, task4))
        {
            return FirstOf(task1, task2, task3, task4);
        }
#endif
        return Task.WhenAny(task1, task2, task3, task4);
    }

    /// <summary>Returns a task that completes when any of the tasks has completed.</summary>
    /// <param name="tasks">The tasks. If there are three or four, each element is read once.</param>
    /// <returns>A task whose result is the task that completed first.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="tasks"/> is null, or there are two tasks and one is null.</exception>
    /// <exception cref="ArgumentException">There is no task, or a task is null and the number of tasks is not two.</exception>
    public static Task<Task> WhenAny(Task[] tasks) => tasks?.Length switch
    {
        3 => WhenAny(tasks[0], tasks[1], tasks[2]),
        4 => WhenAny(tasks[0], tasks[1], tasks[2], tasks[3]),
        _ => Task.WhenAny(tasks!),
    };

    /// <summary>Returns a task that completes when any of the tasks has completed.</summary>
    /// <typeparam name="TResult">The type of the tasks' results.</typeparam>
    /// <param name="tasks">The tasks. If there are three or four, each element is read once.</param>
    /// <returns>A task whose result is the task that completed first.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="tasks"/> is null, or there are two tasks and one is null.</exception>
    /// <exception cref="ArgumentException">There is no task, or a task is null and the number of tasks is not two.</exception>
    public static Task<Task<TResult>> WhenAny<TResult>(Task<TResult>[] tasks) => tasks?.Length switch
    {
        3 => WhenAny(tasks[0], tasks[1], tasks[2]),
        4 => WhenAny(tasks[0], tasks[1], tasks[2], tasks[3]),
        _ => Task.WhenAny(tasks!),
    };

#if NET8_0_OR_GREATER
    /// <summary>Returns a task that completes when any of the tasks has completed.</summary>
    /// <param name="tasks">The tasks. If there are three or four, each element is read once.</param>
    /// <returns>A task whose result is the task that completed first.</returns>
    /// <exception cref="ArgumentNullException">There are two tasks, and one is null.</exception>
    /// <exception cref="ArgumentException">There is no task, or a task is null and the number of tasks is not two.</exception>
    public static Task<Task> WhenAny(ReadOnlySpan<Task> tasks) => tasks.Length switch
    {
        3 => WhenAny(tasks[0], tasks[1], tasks[2]),
        4 => WhenAny(tasks[0], tasks[1], tasks[2], tasks[3]),
        _ => BaseLibraryWhenAny.Of(tasks),
    };

    /// <summary>Returns a task that completes when any of the tasks has completed.</summary>
    /// <typeparam name="TResult">The type of the tasks' results.</typeparam>
    /// <param name="tasks">The tasks. If there are three or four, each element is read once.</param>
    /// <returns>A task whose result is the task that completed first.</returns>
    /// <exception cref="ArgumentNullException">There are two tasks, and one is null.</exception>
    /// <exception cref="ArgumentException">There is no task, or a task is null and the number of tasks is not two.</exception>
    public static Task<Task<TResult>> WhenAny<TResult>(ReadOnlySpan<Task<TResult>> tasks) => tasks.Length switch
    {
        3 => WhenAny(tasks[0], tasks[1], tasks[2]),
        4 => WhenAny(tasks[0], tasks[1], tasks[2], tasks[3]),
        _ => BaseLibraryWhenAny.Of(tasks),
    };

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Task<TTask> FirstOf<TTask>(TTask task1, TTask task2, TTask task3, TTask? task4)
        where TTask : Task
    {
        var completed = task1.IsCompleted ? task1
            : task2.IsCompleted ? task2
            : task3.IsCompleted ? task3
            : task4 is { IsCompleted: true } ? task4
            : null;
        return completed is not null ? Task.FromResult(completed) : TaskWhenAnyPromise<TTask>.Create(task1, task2, task3, task4);
    }
#endif
}
