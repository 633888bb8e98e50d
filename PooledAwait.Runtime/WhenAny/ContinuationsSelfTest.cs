#if NET8_0_OR_GREATER
namespace PooledAwait.Runtime;

/// <summary>Checks at the first use that <see cref="TaskContinuations"/> does what the promises rely on.</summary>
internal sealed class ContinuationsSelfTest
{
    private int _first;
    private int _second;

    private readonly Action _onFirst;
    private readonly Action _onSecond;

    private ContinuationsSelfTest()
    {
        _onFirst = () => _first++;
        _onSecond = () => _second++;
    }

    /// <returns>False if a method of <see cref="TaskContinuations"/> behaves differently.</returns>
    /// <exception cref="MissingMethodException">A method is missing.</exception>
    public static bool Passes()
    {
        // Inside a task of the default scheduler, and without a SynchronizationContext, a continuation runs in place. So the outcome can be read at once, in whatever context the caller runs.
        var test = new Task<bool>(static () => new ContinuationsSelfTest().Run());
        test.RunSynchronously(TaskScheduler.Default);
        return test.GetAwaiter().GetResult();
    }

    private bool Run()
    {
        var callers = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(null);
        try
        {
            return IsInvokedOnce() && IsRefusedByCompletedTask() && IsRemovedWhereAlone() && IsAddedAfterRemoval() &&
                IsRemovedAmongOthers(_onFirst, first: 0, second: 1) && IsRemovedAmongOthers(_onSecond, first: 1, second: 0);
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(callers);
        }
    }

    private bool IsInvokedOnce()
    {
        var source = new TaskCompletionSource();
        return Adds(source.Task, _onFirst) && Invokes(source, first: 1, second: 0);
    }

    private bool IsRefusedByCompletedTask() => !Adds(Task.CompletedTask, _onFirst) && _first == 0;

    private bool IsRemovedWhereAlone()
    {
        var source = new TaskCompletionSource();
        var added = Adds(source.Task, _onFirst);
        TaskContinuations.Remove(source.Task, _onFirst);
        return added && Invokes(source, first: 0, second: 0);
    }

    private bool IsAddedAfterRemoval()
    {
        var source = new TaskCompletionSource();
        var added = Adds(source.Task, _onFirst);
        TaskContinuations.Remove(source.Task, _onFirst);
        return added && Adds(source.Task, _onSecond) && Invokes(source, first: 0, second: 1);
    }

    private bool IsRemovedAmongOthers(Action removed, int first, int second)
    {
        var source = new TaskCompletionSource();
        var added = Adds(source.Task, _onFirst) && Adds(source.Task, _onSecond);
        TaskContinuations.Remove(source.Task, removed);
        return added && Invokes(source, first, second);
    }

    private static bool Adds(Task task, Action continuation) => TaskContinuations.TryAdd(task, continuation, addBeforeOthers: false);

    private bool Invokes(TaskCompletionSource source, int first, int second)
    {
        source.SetResult();
        var asExpected = _first == first && _second == second;
        _first = 0;
        _second = 0;
        return asExpected;
    }
}
#endif
