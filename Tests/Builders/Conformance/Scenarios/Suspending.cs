using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Notes the contexts that a method has after an await, and the contexts that it leaves on the thread that resumed it.</summary>
public static class Suspending
{
    private static readonly AsyncLocal<string?> s_local = new();

    private static string Local => s_local.Value ?? "nothing";

    [Scenario(Kinds.All)]
    public static void AsyncLocals_flow_through_every_kind_of_await(Trace trace, Kinds kind)
    {
        foreach (var (name, arrange) in Awaits.All)
        {
            s_local.Value = $"set by the caller before {name}";
            using var done = new ManualResetEvent(false);
            var resumedWith = default(string);
            var script = new Script();
            var complete = arrange(script);
            _ = new Call(kind, script.Do(() => resumedWith = s_local.Value).Do(() => done.Set()));
            OwnThread.Run("another thread", () =>
            {
                s_local.Value = "the completing thread's";
                complete();
                trace.Expect("the completing thread keeps", "the completing thread's", s_local.Value);
            });
            trace.Await(name, done);
            trace.Expect(name, $"set by the caller before {name}", resumedWith);
        }
    }

    [Scenario(Kinds.All)]
    public static void An_AsyncLocal_set_after_an_await_stays_in_the_method(Trace trace, Kinds kind)
    {
        var first = new Signal();
        var second = new Signal();
        _ = new Call(kind, new Script()
            .Await(first)
            .Do(() => s_local.Value = "set after the first")
            .Await(second)
            .Do(() => trace.Expect("after the second", "set after the first", s_local.Value)));
        OwnThread.Run("another thread", () =>
        {
            first.Complete();
            trace.Expect("the completing thread sees", "nothing", Local);
            second.Complete();
        });
        trace.Expect("the caller sees", "nothing", Local);
    }

    [Scenario(Kinds.All)]
    public static void A_method_without_a_context_does_not_see_the_completing_threads(Trace trace, Kinds kind)
    {
        var signal = new Signal();
        _ = new Call(kind, new Script()
            .Await(signal)
            .Do(() => trace.Expect("resumed with", "nothing", Local))
            .Do(() => s_local.Value = "the method's"));
        OwnThread.Run("another thread", () =>
        {
            s_local.Value = "the completing thread's";
            signal.Complete();
            trace.Expect("afterwards", "the completing thread's", Local);
        });
    }

    [Scenario(Kinds.All)]
    public static void A_SynchronizationContext_set_after_an_await_is_restored(Trace trace, Kinds kind)
    {
        var completing = new ManualContext("of the completing thread");
        foreach (var (name, arrange) in Awaits.RunInPlace)
        {
            var script = new Script();
            var complete = arrange(script);
            _ = new Call(kind, script.Do(() => SynchronizationContext.SetSynchronizationContext(new ManualContext("of the method"))));
            OwnThread.Run("another thread", () =>
            {
                complete();
                trace.Expect($"none after {name}", null, SynchronizationContext.Current);
            });
        }

        var signal = new Signal();
        _ = new Call(kind, new Script().Await(signal).Do(() => SynchronizationContext.SetSynchronizationContext(null)));
        completing.Under(() =>
        {
            signal.Complete();
            trace.Expect("the same one after", completing, SynchronizationContext.Current);
        });
    }

    [Scenario(Kinds.All)]
    public static void Suppressed_flow_resumes_bare(Trace trace, Kinds kind)
    {
        foreach (var (name, arrange) in Awaits.RunInPlace)
        {
            s_local.Value = "the caller's";
            var script = new Script();
            var complete = arrange(script);
            using (ExecutionContext.SuppressFlow())
            {
                _ = new Call(kind, script.Do(() => trace.Expect(name, "the completing thread's", Local)).Do(() => s_local.Value = "the method's"));
            }

            OwnThread.Run("another thread", () =>
            {
                s_local.Value = "the completing thread's";
                complete();
                trace.Expect("what the bare method set stays", "the method's", Local);
            });
        }
    }

    [Scenario(Kinds.All)]
    public static void The_context_is_captured_anew_at_each_suspension(Trace trace, Kinds kind)
    {
        Signal[] signals = [new(), new(), new(), new()];
        var flow = default(AsyncFlowControl);
        _ = new Call(kind, new Script()
            .Do(() => s_local.Value = "first")
            .Await(signals[0])
            .Do(() => trace.Expect("after one", "first", Local))
            .Do(() => flow = ExecutionContext.SuppressFlow())
            .Await(signals[1])
            .Do(() => trace.Expect("after one that was suppressed", "the thread's", Local))
            .Do(() => s_local.Value = "third")
            .AwaitNotCritical(signals[2])
            .Do(() => trace.Expect("after one that was not", "third", Local))
            .Do(() => s_local.Value = "fourth")
            .Await(signals[3])
            .Do(() => trace.Expect("after the last", "fourth", Local)));

        foreach (var signal in signals)
        {
            OwnThread.Run("another thread", () =>
            {
                s_local.Value = "the thread's";
                signal.Complete();
            });
        }
    }

    [Scenario(Kinds.All)]
    public static void A_method_may_be_resumed_inside_the_call_that_suspends_it(Trace trace, Kinds kind)
    {
        Signal InPlace() => new() { Registering = continuation => continuation() };
        s_local.Value = "the caller's";
        var call = new Call(kind, new Script()
            .Await(InPlace())
            .Do(() => trace.Add("after one", Local))
            .AwaitNotCritical(InPlace())
            .Do(() => trace.Add("after two", Local)));
        trace.Add("returned");
        if (kind != Kinds.Void)
        {
            trace.Expect("state", "completed True, succeeded True, faulted False, cancelled False", call.State);
            trace.Expect("outcome", Kinds.OfInt.HasFlag(kind) ? "returned 42" : "returned", call.Outcome());
        }
    }

    [Scenario(Kinds.Awaitable)]
    public static void A_method_that_fails_inside_the_call_that_suspends_it_fails_its_caller(Trace trace, Kinds kind)
    {
        var signal = new Signal { Registering = continuation => continuation() };
        var call = new Call(kind, new Script().Await(signal).Throw(new FormatException("thrown")));
        trace.Add("state", call.State);
        trace.Expect("outcome", "threw FormatException: thrown", call.Outcome());
    }

    [Scenario(Kinds.All)]
    public static void Yield_goes_to_the_context_then_to_the_scheduler_then_to_the_pool(Trace trace, Kinds kind)
    {
        var context = new ManualContext("A");
        context.Under(() => _ = new Call(kind, new Script().Yield().Do(() => trace.Place("with a context"))));
        trace.Expect("posted", true, context.Run() > 0);

        var scheduler = new ManualScheduler("S");
        scheduler.Under(() => _ = new Call(kind, new Script().Yield().Do(() => trace.Place("with a scheduler"))));
        // The scheduler has queued the call, the code after the yield and, if a caller awaits the method, the code after that await.
        trace.Expect("queued", Kinds.AwaitedTasks.HasFlag(kind) ? 3 : 2, scheduler.Queued);

        using var done = new ManualResetEvent(false);
        _ = new Call(kind, new Script().Yield().Do(() => trace.Place("with neither")).Do(() => done.Set()));
        trace.Await("yielded", done);
    }

    [Scenario(Kinds.All)]
    public static void A_source_that_runs_continuations_asynchronously_resumes_on_the_pool(Trace trace, Kinds kind)
    {
        using var done = new ManualResetEvent(false);
        var source = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _ = new Call(kind, new Script().Await(source.Task).Do(() => trace.Place("resumed")).Do(() => done.Set()));
        OwnThread.Run("another thread", source.SetResult);
        trace.Await("resumed", done);
    }

    [Scenario(Kinds.All)]
    public static void A_task_resumes_in_place_or_where_it_was_captured(Trace trace, Kinds kind)
    {
        var context = new ManualContext("A");
        foreach (var captured in new[] { true, false })
        {
            var source = new TaskCompletionSource();
            var script = captured ? new Script().Await(source.Task) : new Script().AwaitWithoutContext(source.Task);
            context.Under(() => _ = new Call(kind, script.Do(() => trace.Place("resumed"))));
            OwnThread.Run("another thread", source.SetResult);
            trace.Add("posted", context.Run());
        }

        var again = new TaskCompletionSource();
        context.Under(() =>
        {
            _ = new Call(kind, new Script().Await(again.Task).Do(() => trace.Place("resumed")));
            again.SetResult();
            trace.Add("returned");
        });
        trace.Add("posted", context.Run());
    }
}
