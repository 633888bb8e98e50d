#if NET8_0_OR_GREATER
extern alias BaseLibrary;

using BaseLibrary::System.Threading.Tasks;

namespace PooledAwait.Runtime;

/// <summary>Checks at the first use that <see cref="TaskContinuations"/> does what the promises rely on.</summary>
internal sealed class ContinuationsSelfTest
{
    private readonly Continuation _first = new();
    private readonly Continuation _second = new();

    /// <returns>False if a method of <see cref="TaskContinuations"/> does not do what the promises rely on.</returns>
    /// <exception cref="MissingMethodException">A method is missing.</exception>
    /// <exception cref="TypeLoadException">The interface of continuations is missing, or has other members.</exception>
    public static bool Passes()
    {
        // The test runs in a task that has its own scheduler, and under a SynchronizationContext. Even there, tasks invoke these continuations in place, so the
        // outcome can be read at once.
        var test = new Task<bool>(static () => new ContinuationsSelfTest().Run());
        test.RunSynchronously(new Scheduler());
        return test.GetAwaiter().GetResult();
    }

    private bool Run()
    {
        var callers = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(new Context());
        try
        {
            return IsInvokedOnce() && IsRefusedByCompletedTask() && IsRemovedWhereAlone() && IsAddedAfterRemoval() &&
                IsRemovedAmongOthers(_first, first: 0, second: 1) && IsRemovedAmongOthers(_second, first: 1, second: 0);
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(callers);
        }
    }

    private bool IsInvokedOnce()
    {
        var source = new TaskCompletionSource();
        return Adds(source.Task, _first) && Invokes(source, first: 1, second: 0);
    }

    private bool IsRefusedByCompletedTask() => !Adds(Task.CompletedTask, _first) && _first.Invocations == 0;

    private bool IsRemovedWhereAlone()
    {
        var source = new TaskCompletionSource();
        var added = Adds(source.Task, _first);
        TaskContinuations.Remove(source.Task, _first);
        return added && Invokes(source, first: 0, second: 0);
    }

    private bool IsAddedAfterRemoval()
    {
        var source = new TaskCompletionSource();
        var added = Adds(source.Task, _first);
        TaskContinuations.Remove(source.Task, _first);
        return added && Adds(source.Task, _second) && Invokes(source, first: 0, second: 1);
    }

    private bool IsRemovedAmongOthers(Continuation removed, int first, int second)
    {
        var source = new TaskCompletionSource();
        var added = Adds(source.Task, _first) && Adds(source.Task, _second);
        TaskContinuations.Remove(source.Task, removed);
        return added && Invokes(source, first, second);
    }

    private static bool Adds(Task task, Continuation continuation) => TaskContinuations.TryAdd(task, continuation, addBeforeOthers: false);

    private bool Invokes(TaskCompletionSource source, int first, int second)
    {
        source.SetResult();
        var asExpected = _first.IsInvoked(first, source.Task) && _second.IsInvoked(second, source.Task);
        _first.Invocations = 0;
        _second.Invocations = 0;
        return asExpected;
    }

    private sealed class Continuation : ITaskCompletionAction
    {
        private Task? _task;

        public int Invocations { get; set; }

        /// <summary>
        /// False, so that the task does not queue the continuation even if the stack is nearly full. A queued continuation would run only after this test has
        /// read the outcome.
        /// </summary>
        public bool InvokeMayRunArbitraryCode => false;

        public void Invoke(Task completingTask)
        {
            Invocations++;
            _task = completingTask;
        }

        public bool IsInvoked(int times, Task by) => Invocations == times && (times == 0 || _task == by);
    }

    private sealed class Context : SynchronizationContext;

    private sealed class Scheduler : TaskScheduler
    {
        protected override IEnumerable<Task>? GetScheduledTasks() => null;

        protected override void QueueTask(Task task) => TryExecuteTask(task);

        protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) => TryExecuteTask(task);
    }
}
#endif
