#if NET8_0_OR_GREATER
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// Checks at the first use that <see cref="TaskState"/> works as <see cref="WhenAnyDelay"/> needs it. Also checks that <see cref="Cancellation.CopyOf"/> works
/// as <c>WaitAsync</c> needs it.
/// </summary>
internal static class TimedWaitsSelfTest
{
    /// <returns>False if a member does not behave as needed.</returns>
    /// <exception cref="MissingMemberException">A member is missing.</exception>
    public static bool Passes()
    {
        var state = new object();
        var source = new TaskCompletionSource(state);
        var task = source.Task;
        var isStored = ReferenceEquals(task.AsyncState, state) && !ContinuesAsynchronously(task);
        TaskState.ContinueAsynchronously(task);
        var isSet = ContinuesAsynchronously(task) && !task.IsCompleted;
        source.SetResult();
        TaskState.Of(task) = null;
        return isStored && isSet && task.IsCompletedSuccessfully && task.AsyncState is null && CopiesCancellations();
    }

    /// <summary>
    /// Tests both kinds of cancelled tasks: a task of a cancelled async method holds an exception, and a task that a token cancelled holds none.
    /// </summary>
    private static bool CopiesCancellations()
    {
        var builder = AsyncTaskMethodBuilder.Create();
        var holding = builder.Task;
        builder.SetException(new OperationCanceledException());
        return Cancellation.CopyOf(holding) == holding && Cancellation.CopyOf(Task.FromCanceled(new CancellationToken(canceled: true))).IsCanceled;
    }

    private static bool ContinuesAsynchronously(Task task) => task.CreationOptions == TaskCreationOptions.RunContinuationsAsynchronously;
}
#endif
