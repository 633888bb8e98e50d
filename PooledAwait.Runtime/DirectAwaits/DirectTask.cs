using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// What the twin of a method returns where the method returns a task that has none: woven code calls it. The twin is for callers that await the
/// task where it is returned, and the ValueTask is awaited exactly so.
/// </summary>
/// <remarks>Thread-safe: there is no state.</remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
[StackTraceHidden]
public static class DirectTask
{
    /// <summary>A ValueTask over a task.</summary>
    /// <param name="task">What the method would have returned.</param>
    /// <exception cref="NullReferenceException"><paramref name="task"/> is null: that is what awaiting it gave.</exception>
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
    /// <exception cref="NullReferenceException"><paramref name="task"/> is null: that is what awaiting it gave.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ValueTask<TResult> Of<TResult>(Task<TResult>? task)
    {
        if (task is null)
        {
            ThrowNull();
        }

        return new ValueTask<TResult>(task!);
    }

    private static void ThrowNull() => throw new NullReferenceException();
}
