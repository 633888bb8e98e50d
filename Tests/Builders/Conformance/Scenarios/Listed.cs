using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;
using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>
/// Shows each documented difference between pooled builders and the default ones. This class shows no differences that the weaver's other rewrites cause.
/// </summary>
public static class Listed
{
    [Scenario(Kinds.ValueTasks, IsListedDifference = true)]
    public static void A_ValueTask_is_consumed_twice(Trace trace, Kinds kind)
    {
        var signal = new Signal();
        var call = new Call(kind, new Script().Await(signal));
        signal.Complete();
        trace.Add("first", call.Outcome().Split(':')[0]);
        trace.Add("second", call.Outcome().Split(':')[0]);
    }

    [Scenario(Kinds.Tasks, IsListedDifference = true)]
    public static void A_task_is_asked_for_its_type(Trace trace, Kinds kind)
    {
        var signal = new Signal();
        var task = new Call(kind, new Script().Await(signal)).AsTask();
        trace.Add("type", task.GetType().Name);
        signal.Complete();
    }

    [Scenario(Kinds.Returned, IsListedDifference = true)]
    public static void Events_of_a_call_are_listened_to(Trace trace, Kinds kind)
    {
        using var events = new TaskEvents("<Returns");
        var signal = new Signal();
        _ = new Call(kind, new Script().Await(signal));
        signal.Complete();
        trace.Add("name the method", events.HaveText);
        trace.Add("events", events.NamesHere);
    }

    [Scenario(Kinds.Returned, IsListedDifference = true)]
    public static void Events_of_a_call_that_never_ends_are_listened_to(Trace trace, Kinds kind)
    {
        using var events = new TaskEvents("<Returns");
        Abandon(kind);
        CollectYoung();
        trace.Add("incomplete", events.Have("IncompleteAsyncMethod"));
    }

    [Scenario(Kinds.Awaitable, IsListedDifference = true)]
    public static void A_failed_call_is_taken_as_a_task(Trace trace, Kinds kind)
    {
        foreach (var before in new[] { true, false })
        {
            var signal = new Signal();
            var call = new Call(kind, new Script().Await(signal).Throw(new FormatException("thrown")));
            var task = before ? call.AsTask() : null;
            signal.Complete();
            var frames = (task ?? call.AsTask()).Exception!.InnerException!.StackTrace!.Split('\n');
            trace.Add($"taken before {before}", frames.Count(frame => frame.Contains(" System.Threading.Tasks.ValueTask")));
        }
    }

    [Scenario(Kinds.ValueTasks, IsListedDifference = true)]
    public static void Calls_that_have_succeeded_are_taken_as_tasks(Trace trace, Kinds kind)
    {
        trace.Add("two calls have one task", ReferenceEquals(TaskOfCall(), TaskOfCall()));

        Task TaskOfCall()
        {
            var signal = new Signal();
            if (kind == Kinds.ValueTask)
            {
                var call = Suspends(signal);
                signal.Complete();
                return call.AsTask();
            }

            var callOfInt = SuspendsForOne(signal);
            signal.Complete();
            return callOfInt.AsTask();
        }
    }

    [Scenario(Kinds.ValueTasks | Kinds.Tasks, IsListedDifference = true)]
    public static void A_source_and_a_context_invoke_a_continuation_once_more(Trace trace, Kinds kind)
    {
        var source = new RepeatingSource();
        Follows("source", new Script().Await(new ValueTask(source, 0)), source.Invoke);

        var completion = new TaskCompletionSource();
        var context = new RepeatingContext();
        SynchronizationContext.SetSynchronizationContext(context);
        Follows("context", new Script().Await(completion.Task), () =>
        {
            completion.TrySetResult();
            context.Invoke();
        });

        void Follows(string what, Script script, Action invoke)
        {
            var ended = new Call(kind, script);
            SynchronizationContext.SetSynchronizationContext(null);
            invoke();
            ended.GetResult();
            var signal = new Signal();
            var other = new Call(kind, new Script().Await(signal));
            try
            {
                invoke();
            }
            catch (NullReferenceException)
            {
                // If machines are classes, the ended call's box no longer refers to a machine that could be resumed.
            }

            trace.Add($"another call has been resumed by the {what}", other.IsCompleted);
            signal.Complete();
            other.GetResult();
        }
    }

    /// <summary>Makes a call that never ends, and forgets it.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Abandon(Kinds kind) => _ = new Call(kind, new Script().Await(new Signal()));

    /// <summary>Collects only recent objects. A full collection would walk everything that a test run keeps alive.</summary>
    internal static void CollectYoung()
    {
        for (var collection = 0; collection < 3; collection++)
        {
            GC.Collect(1);
            GC.WaitForPendingFinalizers();
        }
    }

    private static async ValueTask Suspends(Signal signal) => await signal;

    private static async ValueTask<int> SuspendsForOne(Signal signal)
    {
        await signal;
        return 1;
    }

    /// <summary>A source that invokes its continuation as often as the scenario calls <see cref="Invoke"/>.</summary>
    private sealed class RepeatingSource : IValueTaskSource
    {
        private Action? _invoke;

        public void Invoke() => _invoke!();

        public void GetResult(short token)
        {
        }

        public ValueTaskSourceStatus GetStatus(short token) => ValueTaskSourceStatus.Pending;

        public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
            _invoke = () => continuation(state);
    }

    /// <summary>A context that invokes the posted callback as often as the scenario calls <see cref="Invoke"/>.</summary>
    private sealed class RepeatingContext : SynchronizationContext
    {
        private Action? _invoke;

        public void Invoke() => _invoke!();

        public override void Post(SendOrPostCallback callback, object? state) => _invoke = () => callback(state);
    }
}
