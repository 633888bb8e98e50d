#if NET8_0_OR_GREATER
namespace PooledAwait.Runtime;

/// <summary>Checks at the first use that the base library's continuations run their action exactly once, and under the expected scheduler.</summary>
internal sealed class BaseLibraryContinuationSelfTest : TaskScheduler
{
    private int _queued;
    private int _runs;
    private bool _ranAsExpected = true;

    /// <returns>False if an action ran under another scheduler, or not exactly once.</returns>
    public static bool Passes()
    {
        var test = new Task<bool>(static () => Run());
        test.RunSynchronously(Default);
        return test.GetAwaiter().GetResult();
    }

    /// <inheritdoc/>
    protected override IEnumerable<Task>? GetScheduledTasks() => null;

    /// <inheritdoc/>
    protected override void QueueTask(Task task)
    {
        _queued++;
        TryExecuteTask(task);
    }

    /// <inheritdoc/>
    protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) => TryExecuteTask(task);

    private static bool Run()
    {
        var callers = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(null);
        try
        {
            var test = new BaseLibraryContinuationSelfTest();
            BaseLibraryContinuation.RunScheduled(BaseLibraryContinuation.ForScheduler(test, Expect(test, insideTask: true), null), canRunInPlace: false);
            var queues = test is { _queued: 1, _runs: 1 };

            BaseLibraryContinuation.RunInsideTask(Expect(Default, insideTask: false), null);
            var hides = test is { _queued: 1, _runs: 2 };

            var context = new SynchronizationContext();
            SynchronizationContext.SetSynchronizationContext(context);
            BaseLibraryContinuation.RunInsideTask(Expect(Default, insideTask: false), null, context, canRunInPlace: true);
            return queues && hides && test is { _queued: 1, _runs: 3, _ranAsExpected: true };

            Action<object?> Expect(TaskScheduler current, bool insideTask) => _ =>
            {
                test._runs++;
                test._ranAsExpected &= Current == current && Task.CurrentId is not null == insideTask;
            };
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(callers);
        }
    }
}
#endif
