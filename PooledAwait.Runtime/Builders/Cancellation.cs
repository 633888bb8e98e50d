using System.Diagnostics.CodeAnalysis;
using System.Runtime.ExceptionServices;
#if NET8_0_OR_GREATER
using System.Runtime.CompilerServices;
#else
using System.Reflection;
#endif

namespace PooledAwait.Runtime;

/// <summary>
/// Returns the exception of a cancelled task, if possible without throwing it. Public members of Task can only throw the exception, and a throw changes the
/// exception's stack trace.
/// </summary>
internal static class Cancellation
{
    [SuppressMessage("Design", "CA1031", Justification = "A base library that keeps it elsewhere may fail in any way, and throws it.")]
    public static OperationCanceledException Of(Task cancelled)
    {
        try
        {
            if (Held(cancelled)?.SourceException is OperationCanceledException held)
            {
                return held;
            }
        }
        catch (Exception)
        {
        }

        return Thrown(cancelled);
    }

#if NET8_0_OR_GREATER
    /// <summary>
    /// Returns a task that is cancelled like the given task. The base library's promises copy a cancellation in the same way. If the given task holds an
    /// exception, returns that task, so that an await throws the same exception. Otherwise makes a task with the same token, so that an await throws a new
    /// exception.
    /// </summary>
    public static Task CopyOf(Task cancelled)
    {
        if (Held(cancelled) is not null)
        {
            return cancelled;
        }

        var copy = new TaskCompletionSource();
        copy.SetCanceled(new TaskCanceledException(cancelled).CancellationToken);
        return copy.Task;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "GetCancellationExceptionDispatchInfo")]
    private static extern ExceptionDispatchInfo? Held(Task task);
#else
    private static readonly Func<Task, ExceptionDispatchInfo?>? s_held = (Func<Task, ExceptionDispatchInfo?>?)typeof(Task)
        .GetMethod("GetCancellationExceptionDispatchInfo", BindingFlags.Instance | BindingFlags.NonPublic, null, Type.EmptyTypes, null)
        ?.CreateDelegate(typeof(Func<Task, ExceptionDispatchInfo?>));

    private static ExceptionDispatchInfo? Held(Task task) => s_held?.Invoke(task);
#endif

    private static OperationCanceledException Thrown(Task cancelled)
    {
        try
        {
            cancelled.GetAwaiter().GetResult();
        }
        catch (OperationCanceledException exception)
        {
            return exception;
        }

        throw new InvalidOperationException();
    }
}
