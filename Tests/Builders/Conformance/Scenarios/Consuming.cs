using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Consumes a ValueTask in each possible way.</summary>
public static class Consuming
{
    private static readonly (string Name, Func<Script, Script> End)[] s_ends =
    [
        ("returning", script => script),
        ("throwing", script => script.Throw(new FormatException("thrown"))),
        ("cancelling", script => script.Throw(new OperationCanceledException("cancelled", new CancellationToken(true)))),
    ];

    [Scenario(Kinds.ValueTasks)]
    public static void AsTask_before_and_after_completion(Trace trace, Kinds kind)
    {
        foreach (var (name, end) in s_ends)
        {
            var signal = new Signal();
            var before = new Call(kind, end(new Script().Await(signal))).AsTask();
            trace.Add(name, before.Status);
            var continued = false;
            _ = before.ContinueWith(_ => continued = true, TaskContinuationOptions.ExecuteSynchronously);
            signal.Complete();
            trace.Expect("complete as soon as the call is", true, before.IsCompleted && continued);
            trace.Add("status", before.Status);
            trace.Add("end", Describe(before));
            trace.Add("again", Describe(before));

            var call = new Call(kind, end(new Script().Await(signal)));
            signal.Complete();
            trace.Add("state", call.State);
            trace.Add("afterwards", Describe(call.AsTask()));
        }
    }

    [Scenario(Kinds.ValueTasks)]
    public static void Preserve_before_and_after_completion(Trace trace, Kinds kind)
    {
        foreach (var (name, end) in s_ends)
        {
            var signal = new Signal();
            var before = new Call(kind, end(new Script().Await(signal))).Preserve();
            signal.Complete();
            trace.Add(name, $"{before()}, {before()}");

            var call = new Call(kind, end(new Script().Await(signal)));
            signal.Complete();
            var after = call.Preserve();
            trace.Add(name, $"{after()}, {after()}");
        }
    }

    [Scenario(Kinds.Awaitable)]
    public static void An_await_sees_the_result_the_exception_and_the_token(Trace trace, Kinds kind)
    {
        foreach (var capture in new[] { true, false })
        {
            foreach (var (name, end) in s_ends)
            {
                var signal = new Signal();
                var awaited = new Call(kind, end(new Script().Await(signal))).AwaitInDefault(capture, () => trace.Add(name, "went on"));
                signal.Complete();
                trace.Add(name, Describe(awaited));
            }
        }
    }

    [Scenario(Kinds.Awaitable)]
    public static void A_null_continuation_is_refused_where_it_is_registered(Trace trace, Kinds kind)
    {
        foreach (var flow in new[] { true, false })
        {
            foreach (var capture in new[] { true, false })
            {
                var signal = new Signal();
                var call = new Call(kind, new Script().Await(signal));
                var refused = trace.Throws<ArgumentNullException>("registered", () => call.Register(flow, capture)(null!));
                trace.Expect("names", "continuation", refused?.ParamName);

                // The refused null must not prevent a later registration.
                var went = 0;
                call.Register(flow, capture)(() => went++);
                signal.Complete();
                trace.Expect("went on", 1, went);
            }
        }
    }

    [Scenario(Kinds.Awaitable)]
    public static void WhenAll_waits_for_every_call(Trace trace, Kinds kind)
    {
        Signal[] signals = [new(), new(), new()];
        var calls = new[]
        {
            new Call(kind, new Script().Await(signals[0])).AsTask(),
            new Call(kind, new Script().Await(signals[1]).Throw(new FormatException("thrown"))).AsTask(),
            new Call(kind, new Script().Await(signals[2]).Throw(new OperationCanceledException("cancelled"))).AsTask(),
        };
        var all = Task.WhenAll(calls);
        foreach (var signal in signals)
        {
            trace.Expect("status", TaskStatus.WaitingForActivation, all.Status);
            signal.Complete();
        }

        trace.Expect("status", TaskStatus.Faulted, all.Status);
        trace.Add("exceptions", all.Exception);
        trace.Add("each", string.Join(", ", calls.Select(call => call.Status)));
    }

    [Scenario]
    public static void A_ValueTask_says_its_result_in_words(Trace trace)
    {
        var signal = new Signal();
        var valueTask = Methods.ReturnsValueTaskOfInt(new Script().Await(signal));
        trace.Expect("pending", "", valueTask.ToString());
        signal.Complete();
        trace.Expect("completed", "42", valueTask.ToString());
    }

    private static string Describe(Task task)
    {
        try
        {
            task.GetAwaiter().GetResult();
            return task is Task<int> ofInt ? $"returned {ofInt.Result}" : "returned";
        }
        catch (Exception exception)
        {
            var isTokenCancelled = (exception as OperationCanceledException)?.CancellationToken.IsCancellationRequested;
            return $"threw {exception.GetType().Name}: {exception.Message}, token {isTokenCancelled}";
        }
    }
}
