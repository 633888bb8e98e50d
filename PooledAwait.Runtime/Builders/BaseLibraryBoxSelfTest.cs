#if NET8_0_OR_GREATER
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>Checks at the first use that the base library resumes one of our waiting boxes (<see cref="BaseLibraryBox"/>) exactly once.</summary>
internal struct BaseLibraryBoxSelfTest : IAsyncStateMachine
{
    private int _resumptions;

    /// <returns>False if the base library did not resume the box, or resumed it too early or more than once.</returns>
    public static bool Passes()
    {
        // The test runs in a task of the default scheduler, and without a SynchronizationContext. So the continuation runs in place, whatever the caller's
        // contexts are. The outcome can be read directly after the awaited task has been completed.
        var test = new Task<bool>(static () => Run());
        test.RunSynchronously(TaskScheduler.Default);
        return test.GetAwaiter().GetResult();
    }

    /// <inheritdoc/>
    public void MoveNext() => _resumptions++;

    /// <inheritdoc/>
    public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
    {
    }

    private static bool Run()
    {
        var callers = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(null);
        try
        {
            var box = BaseLibraryBox.MakeDetachedBox<BaseLibraryBoxSelfTest>();
            var source = new TaskCompletionSource();
            var awaiter = source.Task.GetAwaiter();
            BaseLibraryAwait.Register(ref awaiter, box);
            var waits = box.StateMachine._resumptions == 0;
            source.SetResult();
            return waits && box.StateMachine._resumptions == 1;
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(callers);
        }
    }
}
#endif
