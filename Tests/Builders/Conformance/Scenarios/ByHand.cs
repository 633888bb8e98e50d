using System.Runtime.CompilerServices;
using AssemblyToProcess.Support;
#if POOLED
using TaskBuilder = PooledAwait.Runtime.PooledAsyncTaskMethodBuilder;
using TaskOfIntBuilder = PooledAwait.Runtime.PooledAsyncTaskMethodBuilder<int>;
using ValueTaskBuilder = PooledAwait.Runtime.PooledAsyncValueTaskMethodBuilder;
using ValueTaskOfIntBuilder = PooledAwait.Runtime.PooledAsyncValueTaskMethodBuilder<int>;
using VoidBuilder = PooledAwait.Runtime.PooledAsyncVoidMethodBuilder;
#elif BASE_LIBRARY_POOLING
using TaskBuilder = System.Runtime.CompilerServices.AsyncTaskMethodBuilder;
using TaskOfIntBuilder = System.Runtime.CompilerServices.AsyncTaskMethodBuilder<int>;
using ValueTaskBuilder = System.Runtime.CompilerServices.PoolingAsyncValueTaskMethodBuilder;
using ValueTaskOfIntBuilder = System.Runtime.CompilerServices.PoolingAsyncValueTaskMethodBuilder<int>;
using VoidBuilder = System.Runtime.CompilerServices.AsyncVoidMethodBuilder;
#else
using TaskBuilder = System.Runtime.CompilerServices.AsyncTaskMethodBuilder;
using TaskOfIntBuilder = System.Runtime.CompilerServices.AsyncTaskMethodBuilder<int>;
using ValueTaskBuilder = System.Runtime.CompilerServices.AsyncValueTaskMethodBuilder;
using ValueTaskOfIntBuilder = System.Runtime.CompilerServices.AsyncValueTaskMethodBuilder<int>;
using VoidBuilder = System.Runtime.CompilerServices.AsyncVoidMethodBuilder;
#endif

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Calls builders by hand, as no compiler would.</summary>
public static class ByHand
{
    [Scenario]
    public static void Null_is_refused(Trace trace)
    {
        trace.Throws<ArgumentNullException>("SetException", () => ValueTaskBuilder.Create().SetException(null!));
        trace.Throws<ArgumentNullException>("SetException", () => ValueTaskOfIntBuilder.Create().SetException(null!));
        trace.Throws<ArgumentNullException>("SetException", () => TaskBuilder.Create().SetException(null!));
        trace.Throws<ArgumentNullException>("SetException", () => TaskOfIntBuilder.Create().SetException(null!));
        trace.Throws<ArgumentNullException>("SetException", () => VoidBuilder.Create().SetException(null!));
        trace.Throws<ArgumentNullException>("SetStateMachine", () => ValueTaskBuilder.Create().SetStateMachine(null!));
        trace.Throws<ArgumentNullException>("SetStateMachine", () => ValueTaskOfIntBuilder.Create().SetStateMachine(null!));
        trace.Throws<ArgumentNullException>("SetStateMachine", () => TaskBuilder.Create().SetStateMachine(null!));
        trace.Throws<ArgumentNullException>("SetStateMachine", () => TaskOfIntBuilder.Create().SetStateMachine(null!));
        trace.Throws<ArgumentNullException>("SetStateMachine", () => VoidBuilder.Create().SetStateMachine(null!));
        Machine? none = null;
        trace.Throws<ArgumentNullException>("Start", () => ValueTaskBuilder.Create().Start(ref none!));
        trace.Throws<ArgumentNullException>("Start", () => ValueTaskOfIntBuilder.Create().Start(ref none!));
        trace.Throws<ArgumentNullException>("Start", () => TaskBuilder.Create().Start(ref none!));
        trace.Throws<ArgumentNullException>("Start", () => TaskOfIntBuilder.Create().Start(ref none!));
        trace.Throws<ArgumentNullException>("Start", () => VoidBuilder.Create().Start(ref none!));
    }

    [Scenario]
    public static void A_task_exists_before_anything_happens_and_is_always_the_same(Trace trace)
    {
        var task = TaskBuilder.Create();
        var first = task.Task;
        trace.Expect("status", TaskStatus.WaitingForActivation, first.Status);
        task.SetResult();
        trace.Expect("the same", true, ReferenceEquals(first, task.Task));
        trace.Expect("status", TaskStatus.RanToCompletion, first.Status);

        var taskOfInt = TaskOfIntBuilder.Create();
        var firstOfInt = taskOfInt.Task;
        taskOfInt.SetException(new FormatException("thrown"));
        trace.Expect("the same", true, ReferenceEquals(firstOfInt, taskOfInt.Task));
        trace.Expect("status", TaskStatus.Faulted, firstOfInt.Status);
        _ = firstOfInt.Exception;
    }

    [Scenario]
    public static void A_ValueTask_may_be_asked_for_before_it_completes(Trace trace)
    {
        var builder = ValueTaskBuilder.Create();
        var valueTask = builder.Task;
        trace.Expect("completed", false, valueTask.IsCompleted);
        builder.SetResult();
        trace.Expect("completed", true, valueTask.IsCompletedSuccessfully);
        valueTask.GetAwaiter().GetResult();

        var ofInt = ValueTaskOfIntBuilder.Create();
        var valueTaskOfInt = ofInt.Task;
        ofInt.SetResult(7);
        trace.Expect("result", 7, valueTaskOfInt.Result);

        var failing = ValueTaskOfIntBuilder.Create();
        var failed = failing.Task;
        failing.SetException(new FormatException("thrown"));
        trace.Expect("faulted", true, failed.IsFaulted);
        trace.Throws<FormatException>("result", () => failed.GetAwaiter().GetResult());
    }

    [Scenario]
    public static void Completing_twice_is_refused(Trace trace)
    {
        foreach (var asked in new[] { false, true })
        {
            var valueTask = ValueTaskBuilder.Create();
            _ = asked ? valueTask.Task : default;
            Twice(asked, valueTask.SetResult, valueTask.SetException);

            var valueTaskOfInt = ValueTaskOfIntBuilder.Create();
            _ = asked ? valueTaskOfInt.Task : default;
            Twice(asked, () => valueTaskOfInt.SetResult(1), valueTaskOfInt.SetException);

            var task = TaskBuilder.Create();
            _ = asked ? task.Task : default;
            Twice(asked, task.SetResult, task.SetException);

            var taskOfInt = TaskOfIntBuilder.Create();
            _ = asked ? taskOfInt.Task : default;
            Twice(asked, () => taskOfInt.SetResult(1), taskOfInt.SetException);
        }

        void Twice(bool asked, Action setResult, Action<Exception> setException)
        {
            trace.Add("asked for before", asked);
            setResult();
            trace.Throws("SetResult again", setResult);
            trace.Throws("SetException again", () => setException(new FormatException("thrown")));
        }
    }

    [Scenario]
    public static void Completing_twice_after_a_suspension_is_refused(Trace trace)
    {
        var signal = new Signal();
        var valueTaskMachine = new ValueTaskMachine(signal, trace);
        valueTaskMachine.Builder.Start(ref valueTaskMachine);
        var valueTask = valueTaskMachine.Builder.Task;
        signal.Complete();
        trace.Expect("completed", true, valueTask.IsCompletedSuccessfully);

        var taskMachine = new TaskMachine(signal, trace);
        taskMachine.Builder.Start(ref taskMachine);
        var task = taskMachine.Builder.Task;
        signal.Complete();
        trace.Expect("completed", true, task.IsCompletedSuccessfully);
    }

    /// <summary>A state machine that suspends once, and then completes twice. No compiler makes such a machine, but a box can hold it.</summary>
    private struct ValueTaskMachine(Signal signal, Trace trace) : IAsyncStateMachine
    {
        public ValueTaskBuilder Builder = ValueTaskBuilder.Create();

        private bool _resumed;

        public void MoveNext()
        {
            if (_resumed)
            {
                var notes = trace; // SetResult clears the machine, including this field
                Builder.SetResult();
                notes.Throws<InvalidOperationException>("SetResult again", Builder.SetResult);
                return;
            }

            _resumed = true;
            var awaiter = signal;
            Builder.AwaitUnsafeOnCompleted(ref awaiter, ref this);
        }

        public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
        {
        }
    }

    /// <summary>A state machine as <see cref="ValueTaskMachine"/>, for a Task.</summary>
    private struct TaskMachine(Signal signal, Trace trace) : IAsyncStateMachine
    {
        public TaskBuilder Builder = TaskBuilder.Create();

        private bool _resumed;

        public void MoveNext()
        {
            if (_resumed)
            {
                var notes = trace;
                Builder.SetResult();
                notes.Throws<InvalidOperationException>("SetResult again", Builder.SetResult);
                return;
            }

            _resumed = true;
            var awaiter = signal;
            Builder.AwaitUnsafeOnCompleted(ref awaiter, ref this);
        }

        public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
        {
        }
    }

    private sealed class Machine : IAsyncStateMachine
    {
        public void MoveNext()
        {
        }

        public void SetStateMachine(IAsyncStateMachine stateMachine)
        {
        }
    }
}
