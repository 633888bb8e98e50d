using System.Runtime.CompilerServices;
using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Resumes and calls methods in deep nesting.</summary>
public static class NestingDeeply
{
    private const int Depth = 20_000;
    private const int SmallStack = 256 * 1024;
    private const int LargeStack = 64 * 1024 * 1024;

    [Scenario(Kinds.Awaitable)]
    public static void A_long_chain_of_callers_completes_without_overflowing_the_stack(Trace trace, Kinds kind)
    {
        var signal = new Signal();
        using var done = new ManualResetEventSlim();
        switch (kind)
        {
            case Kinds.ValueTask: Watch(ValueTasks(signal)); break;
            case Kinds.ValueTaskOfInt: Watch(ValueTasksOfInt(signal)); break;
            case Kinds.Task: Watch(Tasks(signal)); break;
            case Kinds.TaskOfInt: Watch(TasksOfInt(signal)); break;
            case Kinds.AwaitedTask: OnLargeStack(() => Watch(AwaitedTasks(signal))); break;
            case Kinds.AwaitedTaskOfInt: OnLargeStack(() => Watch(AwaitedTasksOfInt(signal, Depth))); break;
        }

        OnSmallStack(signal.Complete);
        trace.Await("completed", done.WaitHandle);

        void Watch(Task<int> last) => last.ContinueWith(
            task =>
            {
                trace.Expect("depth", Depth, task.Result);
                done.Set();
            },
            TaskContinuationOptions.ExecuteSynchronously);
    }

    [Scenario(Kinds.Awaitable)]
    public static void On_a_nearly_full_stack_nothing_runs_in_place(Trace trace, Kinds kind)
    {
        foreach (var way in new Action<Call, Action>[]
        {
            (call, then) => call.Register(flow: false, captureContext: true)(then),
            (call, then) => _ = call.AwaitInDefault(captureContext: true, then),
            (call, then) => call.AwaitInSame(captureContext: true, then),
        })
        {
            using var done = new ManualResetEventSlim();
            var signal = new Signal();
            var completing = default(Thread);
            way(new Call(kind, new Script().Await(signal)), () =>
            {
                trace.Expect("in place", false, Thread.CurrentThread == completing);
                trace.Place("ran");
                done.Set();
            });

            OnSmallStack(() =>
            {
                completing = Thread.CurrentThread;
                CompleteAtTheEnd(signal);
            });
            trace.Await("ran", done.WaitHandle);
        }
    }

    private static void OnSmallStack(Action action) => On(SmallStack, action);

    /// <summary>
    /// Long chains of direct awaits need a large stack, because each caller stays on the stack while its call runs up to the first suspension.
    /// </summary>
    private static void OnLargeStack(Action action) => On(LargeStack, action);

    private static void On(int stack, Action action)
    {
        var thread = new Thread(() => action(), stack) { IsBackground = true, Name = "another thread" };
        thread.UnsafeStart();
        thread.Join();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void CompleteAtTheEnd(Signal signal)
    {
        if (RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            CompleteAtTheEnd(signal);
        }
        else
        {
            signal.Complete();
        }

        GC.KeepAlive(signal); // prevents a tail call
    }

    private static async Task<int> ValueTasks(Signal signal)
    {
        var count = 0;
        var last = First(signal);
        for (var i = 0; i < Depth; i++)
        {
            last = Next(last);
        }

        await last;
        return count;

        async ValueTask First(Signal signal) => await signal;

        async ValueTask Next(ValueTask before)
        {
            await before;
            count++;
        }
    }

    private static async Task<int> ValueTasksOfInt(Signal signal)
    {
        var last = First(signal);
        for (var i = 0; i < Depth; i++)
        {
            last = Next(last);
        }

        return await last;

        async ValueTask<int> First(Signal signal)
        {
            await signal;
            return 0;
        }

        async ValueTask<int> Next(ValueTask<int> before) => await before + 1;
    }

    private static async Task<int> Tasks(Signal signal)
    {
        var count = 0;
        var last = First(signal);
        for (var i = 0; i < Depth; i++)
        {
            last = Next(last);
        }

        await last;
        return count;

        async Task First(Signal signal) => await signal;

        async Task Next(Task before)
        {
            await before;
            count++;
        }
    }

    private static async Task<int> TasksOfInt(Signal signal)
    {
        var last = First(signal);
        for (var i = 0; i < Depth; i++)
        {
            last = Next(last);
        }

        return await last;

        async Task<int> First(Signal signal)
        {
            await signal;
            return 0;
        }

        async Task<int> Next(Task<int> before) => await before + 1;
    }

    private static async Task<int> AwaitedTasks(Signal signal)
    {
        var count = 0;
        await Next(Depth);
        return count;

        async Task Next(int depth)
        {
            if (depth == 0)
            {
                await signal;
            }
            else
            {
                await Next(depth - 1);
                count++;
            }
        }
    }

    private static async Task<int> AwaitedTasksOfInt(Signal signal, int depth)
    {
        if (depth > 0)
        {
            return await AwaitedTasksOfInt(signal, depth - 1) + 1;
        }

        await signal;
        return 0;
    }
}
