#if NET8_0_OR_GREATER
namespace PooledAwait.Runtime;

/// <summary>Checks at the first use that <see cref="TaskState"/> does what <see cref="WhenAnyDelay"/> relies on.</summary>
internal static class TimedWaitsSelfTest
{
    /// <returns>False if a member behaves differently.</returns>
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
        return isStored && isSet && task.IsCompletedSuccessfully && task.AsyncState is null;
    }

    private static bool ContinuesAsynchronously(Task task) => task.CreationOptions == TaskCreationOptions.RunContinuationsAsynchronously;
}
#endif
