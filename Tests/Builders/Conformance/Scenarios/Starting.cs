using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>The part of a method before its first suspension must not change anything that its caller sees.</summary>
public static class Starting
{
    private static readonly AsyncLocal<string?> s_local = new();

    [Scenario(Kinds.All)]
    public static void An_AsyncLocal_set_before_the_first_await_stays_in_the_method(Trace trace, Kinds kind)
    {
        s_local.Value = "the caller's";
        var signal = new Signal();
        _ = new Call(kind, new Script()
            .Do(() => s_local.Value = "the method's")
            .Await(signal)
            .Do(() => trace.Expect("resumed with", "the method's", s_local.Value)));
        trace.Expect("after suspending", "the caller's", s_local.Value);
        signal.Complete();
        trace.Expect("after completing", "the caller's", s_local.Value);
    }

    [Scenario(Kinds.All)]
    public static void An_AsyncLocal_set_by_a_method_that_never_suspends_stays_in_it(Trace trace, Kinds kind)
    {
        s_local.Value = "the caller's";
        _ = new Call(kind, new Script().Do(() => s_local.Value = "the method's"));
        trace.Expect("afterwards", "the caller's", s_local.Value);
    }

    [Scenario(Kinds.Awaitable)]
    public static void An_AsyncLocal_set_by_a_method_that_throws_stays_in_it(Trace trace, Kinds kind)
    {
        s_local.Value = "the caller's";
        var call = new Call(kind, new Script().Do(() => s_local.Value = "the method's").Throw(new FormatException("thrown")));
        trace.Expect("afterwards", "the caller's", s_local.Value);
        trace.Add(call.Outcome());
    }

    [Scenario(Kinds.All)]
    public static void A_SynchronizationContext_set_inside_is_not_current_outside(Trace trace, Kinds kind)
    {
        var outer = new ManualContext("outer");
        var inner = new ManualContext("inner");
        outer.Under(() =>
        {
            var signal = new Signal();
            _ = new Call(kind, new Script()
                .Do(() => SynchronizationContext.SetSynchronizationContext(inner))
                .Await(signal)
                .Do(() => trace.Place("resumed"))
                .Do(() => SynchronizationContext.SetSynchronizationContext(inner)));
            trace.Expect("after suspending", outer, SynchronizationContext.Current);
            signal.Complete();
            trace.Expect("after completing", outer, SynchronizationContext.Current);
            _ = new Call(kind, new Script().Do(() => SynchronizationContext.SetSynchronizationContext(inner)));
            trace.Expect("after one that never suspends", outer, SynchronizationContext.Current);
        });
        trace.Add("started and completed", $"{outer.Started}, {outer.Completed}");
    }

    [Scenario(Kinds.All)]
    public static void Flow_suppressed_inside_is_not_suppressed_outside(Trace trace, Kinds kind)
    {
        var signal = new Signal();
        _ = new Call(kind, new Script().Do(() => ExecutionContext.SuppressFlow()).Await(signal).Do(() => trace.Add("resumed")));
        trace.Expect("suppressed after suspending", false, ExecutionContext.IsFlowSuppressed());
        OwnThread.Run("another thread", signal.Complete);
    }

    [Scenario(Kinds.Awaitable)]
    public static void What_happens_before_the_first_await_happens_in_the_call(Trace trace, Kinds kind)
    {
        var signal = new Signal();
        var call = new Call(kind, new Script().Do(() => trace.Place("in the call")).Await(signal).Do(() => trace.Place("after")));
        trace.Add("returned", call.State);
        OwnThread.Run("another thread", signal.Complete);
        trace.Add("completed", call.State);
        trace.Add(call.Outcome());
    }
}
