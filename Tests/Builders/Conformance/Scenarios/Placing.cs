using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>
/// Finds out where a caller resumes, for each way to register a continuation, each context at the registration and each context at the completion.
/// </summary>
public static class Placing
{
    private static readonly string[] s_places =
        ["nothing", "context A", "context B", "the base context", "a task", "scheduler S", "scheduler T", "context A in scheduler S"];

    [Scenario(Kinds.Awaitable)]
    public static void A_callback_runs_where_a_tasks_would(Trace trace, Kinds kind) =>
        All(trace, kind, (call, capture, then) => call.Register(flow: false, capture)(then));

    [Scenario(Kinds.Awaitable)]
    public static void A_flowing_callback_runs_where_a_tasks_would(Trace trace, Kinds kind) =>
        All(trace, kind, (call, capture, then) => call.Register(flow: true, capture)(then));

    [Scenario(Kinds.Awaitable)]
    public static void A_caller_with_the_default_builder_runs_where_it_would(Trace trace, Kinds kind) =>
        All(trace, kind, (call, capture, then) => _ = call.AwaitInDefault(capture, then));

    [Scenario(Kinds.Awaitable)]
    public static void A_caller_with_the_same_builder_runs_where_it_would(Trace trace, Kinds kind) =>
        All(trace, kind, (call, capture, then) => call.AwaitInSame(capture, then));

    [Scenario(Kinds.Tasks)]
    public static void A_caller_that_awaits_it_where_it_is_returned_runs_where_it_would(Trace trace, Kinds kind) =>
        All(trace, (script, capture, then) => _ = AwaitingCallers.Await(kind, script, capture, (_, _) => then()));

    [Scenario(Kinds.Tasks)]
    public static void A_caller_with_the_default_builder_that_awaits_it_where_it_is_returned_runs_where_it_would(Trace trace, Kinds kind) =>
        All(trace, (script, capture, then) => _ = DefaultAwaitingCallers.Await(kind, script, capture, then));

    [Scenario(Kinds.Awaitable)]
    public static void A_continuation_of_its_task_runs_where_it_would(Trace trace, Kinds kind) =>
        All(trace, kind, (call, capture, then) => _ = call.AsTask().ContinueWith(
            _ => then(), default, TaskContinuationOptions.ExecuteSynchronously, capture ? TaskScheduler.Current : TaskScheduler.Default));

    [Scenario(Kinds.Awaitable)]
    public static void A_callback_registered_after_completion_is_never_run_in_place(Trace trace, Kinds kind)
    {
        foreach (var capture in new[] { true, false })
        {
            foreach (var place in s_places)
            {
                var stage = new Stage();
                var signal = new Signal();
                stage.Under(place, () =>
                {
                    var call = new Call(kind, new Script().Await(signal));
                    var register = call.Register(flow: false, capture);
                    signal.Complete();
                    var registering = Thread.CurrentThread;
                    var inside = true;
                    register(() => stage.Arrive(
                        trace, $"under {place}, captured {capture}", inPlace: Volatile.Read(ref inside) && Thread.CurrentThread == registering));
                    Volatile.Write(ref inside, false);
                });
                stage.Finish(trace);
            }
        }
    }

    [Scenario(Kinds.Awaitable)]
    public static void A_callback_sees_the_AsyncLocals_that_it_should(Trace trace, Kinds kind)
    {
        var local = new AsyncLocal<string?> { Value = "the caller's" };
        foreach (var flow in new[] { true, false })
        {
            var signal = new Signal();
            var call = new Call(kind, new Script().Do(() => local.Value = "the method's").Await(signal));
            var seen = flow || Kinds.AwaitedTasks.HasFlag(kind) ? "the caller's" : "the method's";
            call.Register(flow, captureContext: true)(() => trace.Expect($"flowing {flow}", seen, local.Value));
            OwnThread.Run("the completing thread", signal.Complete);
        }
    }

    [Scenario(Kinds.Awaitable, LetsEscape = true)]
    public static void What_escapes_from_a_callback_is_thrown_on_the_thread_pool(Trace trace, Kinds kind)
    {
        var signal = new Signal();
        var call = new Call(kind, new Script().Await(signal));
        call.Register(flow: false, captureContext: true)(() => throw new Escape("from the callback"));
        ThrownOnThePool(trace, "Escape(from the callback) on the pool", signal.Complete);
    }

    [Scenario(Kinds.Awaitable, LetsEscape = true)]
    public static void Where_the_captured_context_fails_to_post_that_is_thrown_on_the_thread_pool(Trace trace, Kinds kind)
    {
        var signal = new Signal();
        var call = new Call(kind, new Script().Await(signal));
        SynchronizationContext.SetSynchronizationContext(new FailingContext());
        call.Register(flow: false, captureContext: true)(() => trace.Add($"{Expectation.Violation}ran"));
        SynchronizationContext.SetSynchronizationContext(null);
        ThrownOnThePool(trace, "Escape(from Post) on the pool", signal.Complete);
    }

    [Scenario(Kinds.Awaitable)]
    public static void Where_the_captured_scheduler_fails_to_queue_nobody_is_told(Trace trace, Kinds kind)
    {
        var scheduler = new FailingScheduler();
        var signal = new Signal();
        var ran = false;
        scheduler.Under(() => new Call(kind, new Script().Await(signal)).Register(flow: false, captureContext: true)(() => ran = true));
        scheduler.Fails = true;
        trace.Expect("thrown here", null, trace.Throws("completing", signal.Complete));
        trace.Expect("ran", false, ran);
    }

    /// <summary>
    /// If a runtime-async method (one that the runtime itself suspends) awaits the call, the state of the registered continuation is a task. AsTask also
    /// registers a continuation whose state is a task, but that continuation runs no user code. So while a context is current, only AsTask's continuation may
    /// run in place.
    /// </summary>
    [Scenario(Kinds.ValueTasks, OnlyPooled = true)]
    public static void A_continuation_whose_state_is_a_task_is_placed_as_any(Trace trace, Kinds kind)
    {
        var context = new ManualContext("A");
        var signal = new Signal();
        var call = new Call(kind, new Script().Await(signal));
        using var ran = new ManualResetEvent(false);
        var place = default(Thread);
        call.RegisterWithSource(
            _ =>
            {
                place = Thread.CurrentThread;
                ran.Set();
            },
            new TaskCompletionSource().Task);
        context.Under(signal.Complete);
        trace.Await("the continuation", ran);
        trace.Expect("in place", false, place == Thread.CurrentThread);
    }

    private static void ThrownOnThePool(Trace trace, string expected, Action complete)
    {
        var thrownHere = trace.Throws("completing", complete);
        trace.Expect("thrown here", null, thrownHere);
        if (thrownHere is null)
        {
            trace.Expect("thrown", expected, Escapes.Next());
        }
    }

    private static void All(Trace trace, Kinds kind, Action<Call, bool, Action> register) =>
        All(trace, (script, capture, then) => register(new Call(kind, script), capture, then));

    private static void All(Trace trace, Action<Script, bool, Action> register)
    {
        foreach (var capture in new[] { true, false })
        {
            foreach (var registered in s_places)
            {
                foreach (var completed in s_places)
                {
                    var stage = new Stage();
                    var signal = new Signal();
                    var completing = Thread.CurrentThread;
                    var inside = false;
                    stage.Under(registered, () => register(new Script().Await(signal), capture, () => stage.Arrive(
                        trace,
                        $"registered under {registered}, captured {capture}, completed under {completed}",
                        inPlace: Volatile.Read(ref inside) && Thread.CurrentThread == completing)));
                    stage.Under(completed, () =>
                    {
                        Volatile.Write(ref inside, true);
                        signal.Complete();
                        Volatile.Write(ref inside, false);
                    });
                    stage.Finish(trace);
                }
            }
        }
    }

    private sealed class FailingContext : SynchronizationContext
    {
        public override void Post(SendOrPostCallback callback, object? state) => throw new Escape("from Post");
    }

    private sealed class FailingScheduler : TaskScheduler
    {
        public bool Fails { get; set; }

        public void Under(Action action) => Task.Factory.StartNew(action, default, TaskCreationOptions.None, this).GetAwaiter().GetResult();

        protected override IEnumerable<Task> GetScheduledTasks() => [];

        protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) => false;

        protected override void QueueTask(Task task)
        {
            if (Fails)
            {
                throw new Escape("from QueueTask");
            }

            TryExecuteTask(task);
        }
    }
}
