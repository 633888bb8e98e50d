using System.Runtime.CompilerServices;
using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Records what a caller observes if it awaits the call of a Task method directly.</summary>
public static class AwaitingWhereReturned
{
    private static readonly AsyncLocal<string?> s_local = new();

    [Scenario(Kinds.Tasks)]
    public static void AsyncLocals_of_the_method_are_not_seen_by_its_caller_and_the_callers_are_by_the_method(Trace trace, Kinds kind)
    {
        foreach (var capture in new[] { true, false })
        {
            s_local.Value = "the caller's";
            var signal = new Signal();
            var script = new Script()
                .Do(() => trace.Expect("at first", "the caller's", s_local.Value)).Do(() => s_local.Value = "set before")
                .Await(signal)
                .Do(() => trace.Expect("resumed with", "set before", s_local.Value)).Do(() => s_local.Value = "set after");
            _ = AwaitingCallers.Await(kind, script, capture, (_, _) => trace.Expect("the caller goes on with", "the caller's", s_local.Value));
            trace.Expect("outside", "the caller's", s_local.Value);
            OwnThread.Run("another thread", () =>
            {
                s_local.Value = "the completing thread's";
                signal.Complete();
                trace.Expect("the completing thread keeps", "the completing thread's", s_local.Value);
            });

            _ = AwaitingCallers.Await(
                kind, new Script().Do(() => s_local.Value = "the method's"), capture,
                (_, _) => trace.Expect("after one that never suspends", "the caller's", s_local.Value));
        }
    }

    [Scenario(Kinds.Tasks)]
    public static void Suppressed_flow_resumes_method_and_caller_bare(Trace trace, Kinds kind)
    {
        s_local.Value = "the caller's";
        var signal = new Signal();
        using (ExecutionContext.SuppressFlow())
        {
            _ = AwaitingCallers.Await(
                kind, new Script().Await(signal).Do(() => trace.Expect("the method", "the thread's", s_local.Value)), captureContext: true,
                (_, _) => trace.Expect("the caller", "the thread's", s_local.Value));
        }

        OwnThread.Run("another thread", () =>
        {
            s_local.Value = "the thread's";
            signal.Complete();
        });
    }

    /// <summary>
    /// If the method has the same execution context as its caller, or no context, a builder may resume the caller without switching contexts. Even then,
    /// changes that the caller makes in its context must not stay on the completing thread.
    /// </summary>
    [Scenario(Kinds.Tasks)]
    public static void What_the_caller_changes_stays_its_own(Trace trace, Kinds kind)
    {
        foreach (var methodFlows in new[] { true, false })
        {
            foreach (var callerFlows in new[] { true, false })
            {
                s_local.Value = "the caller's";
                var signal = new Signal();
                var script = new Script().Do(() => SuppressUnless(methodFlows)).Await(signal).Do(() => trace.Add("the method", s_local.Value));
                SuppressUnless(callerFlows);
                _ = AwaitingCallers.Await(kind, script, captureContext: true, (_, _) =>
                {
                    trace.Add("the caller", s_local.Value);
                    s_local.Value = "changed by the caller";
                    SynchronizationContext.SetSynchronizationContext(new ManualContext("left by the caller"));
                });
                if (ExecutionContext.IsFlowSuppressed())
                {
                    ExecutionContext.RestoreFlow();
                }

                trace.Add("outside", s_local.Value);
                OwnThread.Run("another thread", () =>
                {
                    s_local.Value = "the completing thread's";
                    signal.Complete();
                    trace.Add("the completing thread", s_local.Value);
                    trace.Add("its context", SynchronizationContext.Current);
                });
            }
        }
    }

    [Scenario(Kinds.Tasks)]
    public static void A_SynchronizationContext_that_the_method_sets_is_not_its_callers(Trace trace, Kinds kind)
    {
        var outer = new ManualContext("outer");
        var inner = new ManualContext("inner");
        foreach (var suspends in new[] { true, false })
        {
            var signal = new Signal { IsCompleted = !suspends };
            outer.Under(() =>
            {
                var script = new Script().Await(signal).Do(() => SynchronizationContext.SetSynchronizationContext(inner));
                _ = AwaitingCallers.Await(kind, script, captureContext: true, (_, _) => trace.Expect("the caller's", outer, SynchronizationContext.Current));
                trace.Expect("outside", outer, SynchronizationContext.Current);
            });
            if (suspends)
            {
                OwnThread.Run("another thread", signal.Complete);
                trace.Add("posted", outer.Run());
            }
        }

        trace.Add("started and completed", $"{outer.Started}, {outer.Completed}");
    }

    [Scenario(Kinds.Tasks)]
    public static void An_exception_comes_as_itself_with_the_frames_of_both(Trace trace, Kinds kind)
    {
        using var source = new CancellationTokenSource();
        foreach (var exception in new Exception[]
        {
            new FormatException("plain"), new AggregateException("aggregate", new FormatException("inner")), new OperationCanceledException("cancelled"),
            new OperationCanceledException("with token", source.Token), new TaskCanceledException(Task.FromCanceled(new CancellationToken(canceled: true))),
        })
        {
            Fails(trace, kind, exception);
        }
    }

    [Scenario(Kinds.Tasks)]
    public static void Everything_happens_in_its_order(Trace trace, Kinds kind)
    {
        foreach (var (name, arrange) in Awaits.RunInPlace)
        {
            var script = new Script().Do(() => trace.Add(name, "the method begins"));
            var complete = arrange(script);
            _ = AwaitingCallers.Await(kind, script.Do(() => trace.Add("the method ends")), captureContext: true, (_, _) => trace.Add("the caller goes on"));
            trace.Add("the caller waits");
            OwnThread.Run("another thread", () =>
            {
                complete();
                trace.Add("completed");
            });
        }
    }

    private static void Fails(Trace trace, Kinds kind, Exception exception)
    {
        foreach (var suspends in new[] { true, false })
        {
            var signal = new Signal { IsCompleted = !suspends };
            var ended = false;
            _ = AwaitingCallers.Await(kind, new Script().Await(signal).Do(() => Throw(exception)), captureContext: true, (_, thrown) =>
            {
                ended = true;
                trace.Expect("the same exception", true, ReferenceEquals(exception, thrown));
                trace.Expect("token", (exception as OperationCanceledException)?.CancellationToken, (thrown as OperationCanceledException)?.CancellationToken);
                AddFrames(trace, thrown!);
            });
            if (suspends)
            {
                signal.Complete();
            }

            trace.Expect("ended", true, ended);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Throw(Exception exception) => throw exception;

    private static void AddFrames(Trace trace, Exception exception)
    {
        foreach (var line in exception.StackTrace!.Split('\n'))
        {
            trace.Add(line.Trim().Split(" in ")[0]);
        }
    }

    private static void SuppressUnless(bool flows)
    {
        if (!flows && !ExecutionContext.IsFlowSuppressed())
        {
            ExecutionContext.SuppressFlow();
        }
    }
}
