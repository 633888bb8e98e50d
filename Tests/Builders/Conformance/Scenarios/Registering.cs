using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Awaiters that do various things when the builder registers with them.</summary>
public static class Registering
{
    [Scenario(Kinds.All, LetsEscape = true)]
    public static void What_OnCompleted_throws_is_rethrown_on_the_thread_pool(Trace trace, Kinds kind)
    {
        foreach (var critical in new[] { true, false })
        {
            var signal = new Signal { Registering = _ => throw new Escape($"from OnCompleted, critical {critical}") };
            var script = new Script();
            var call = new Call(kind, critical ? script.Await(signal) : script.AwaitNotCritical(signal));
            trace.Add("returned");
            trace.Expect("rethrown", $"Escape(from OnCompleted, critical {critical}) on the pool", Escapes.Next());
            if (kind != Kinds.Void)
            {
                trace.Expect("completed", false, call.IsCompleted);
            }
        }
    }

    [Scenario(Kinds.All, LetsEscape = true)]
    public static void What_OnCompleted_throws_at_a_later_await_is_rethrown_on_the_thread_pool(Trace trace, Kinds kind)
    {
        var first = new Signal();
        var second = new Signal { Registering = _ => throw new Escape("from the second") };
        _ = new Call(kind, new Script().Await(first).Await(second));
        trace.Expect("thrown at the completing thread", null, trace.Throws("completing", first.Complete));
        trace.Expect("rethrown", "Escape(from the second) on the pool", Escapes.Next());
    }

    [Scenario(LetsEscape = true)]
    public static void What_OnCompleted_throws_reaches_no_catch_block(Trace trace)
    {
        var signal = new Signal { Registering = _ => throw new Escape("from OnCompleted") };
        _ = Catches(trace, signal);
        trace.Add("rethrown", Escapes.Next());

        async ValueTask Catches(Trace trace, Signal signal)
        {
            try
            {
                await signal;
            }
            catch (Exception exception)
            {
                trace.Add($"{Expectation.Violation}caught", exception);
            }
            finally
            {
                trace.Add($"{Expectation.Violation}finally ran");
            }
        }
    }

    [Scenario(Kinds.All, LetsEscape = true)]
    public static void OnCompleted_throwing_after_it_resumed_the_method_changes_nothing(Trace trace, Kinds kind)
    {
        var signal = new Signal
        {
            Registering = continuation =>
            {
                continuation();
                throw new Escape("after resuming");
            },
        };
        var call = new Call(kind, new Script().Await(signal).Do(() => trace.Add("resumed")));
        trace.Add("rethrown", Escapes.Next());
        if (kind != Kinds.Void)
        {
            trace.Add(call.Outcome());
        }
    }

    [Scenario(Kinds.Awaitable)]
    public static void What_GetResult_and_IsCompleted_throw_is_the_methods_own(Trace trace, Kinds kind)
    {
        var signal = new Signal { Resulting = () => throw new FormatException("from GetResult") };
        var call = new Call(kind, new Script().Await(signal));
        signal.Complete();
        trace.Expect("outcome", "threw FormatException: from GetResult", call.Outcome());

        var completed = new Signal { IsCompleted = true, Resulting = () => throw new FormatException("from GetResult") };
        trace.Add(new Call(kind, new Script().Await(completed)).Outcome());
    }

    [Scenario(Kinds.All)]
    public static void An_awaiter_is_asked_once_and_by_the_right_method(Trace trace, Kinds kind)
    {
        var critical = new Signal();
        var notCritical = new Signal();
        _ = new Call(kind, new Script().Await(critical).AwaitNotCritical(notCritical));
        critical.Complete();
        notCritical.Complete();
        trace.Expect("critical", "0, 1", $"{critical.OnCompletedCalls}, {critical.UnsafeOnCompletedCalls}");
        trace.Expect("not critical", "1, 0", $"{notCritical.OnCompletedCalls}, {notCritical.UnsafeOnCompletedCalls}");
    }
}
