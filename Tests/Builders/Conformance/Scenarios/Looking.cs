using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Code that reads its own stack trace finds no frame of PooledAwait.Runtime in it, whatever resumed the code.</summary>
public static class Looking
{
    private static readonly string[] s_places = ["nothing", "context A", "a task", "scheduler S"];

    [Scenario(Kinds.All)]
    public static void A_method_sees_no_frame_of_the_library_below_its_own(Trace trace, Kinds kind)
    {
        var (critical, notCritical, elsewhere, withoutFlow) = (new Signal(), new Signal(), new Signal(), new Signal());
        var (task, again, value, withoutContext) = (new TaskCompletionSource<int>(), new TaskCompletionSource<int>(), new TaskCompletionSource<int>(), new TaskCompletionSource<int>());
        var local = new AsyncLocal<string?> { Value = "the caller's" };
        var context = new ManualContext("A");
        using var ended = new ManualResetEvent(false);
        var script = new Script()
            .Do(() => Look(trace, "before it suspends", Environment.StackTrace))
            .Await(critical).Do(() => Look(trace, "resumed by an awaiter", Environment.StackTrace))
            .AwaitNotCritical(notCritical).Do(() => Look(trace, "resumed by one that is not critical", Environment.StackTrace))
            .Await(task.Task).Do(() => Look(trace, "resumed by a task", Environment.StackTrace))
            .Do(() => local.Value = "the method's").Await(again.Task).Do(() => Look(trace, "resumed by a task under another context", Environment.StackTrace))
            .Await(new ValueTask(value.Task)).Do(() => Look(trace, "resumed by a ValueTask", Environment.StackTrace))
            .AwaitWithoutContext(withoutContext.Task).Do(() => Look(trace, "gone on without its context", Environment.StackTrace))
            .Await(elsewhere).Do(() => Look(trace, "resumed by another thread", Environment.StackTrace))
            .Do(() => ExecutionContext.SuppressFlow()).Await(withoutFlow).Do(() => Look(trace, "resumed where no context flows", Environment.StackTrace))
            .Yield().Do(() => Look(trace, "resumed by the thread pool", Environment.StackTrace))
            .Do(() => ended.Set());
        _ = new Call(kind, script);
        critical.Complete();
        notCritical.Complete();
        task.SetResult(0);
        again.SetResult(0);
        context.Under(() => value.SetResult(0)); // under this context, no continuation can run at once
        withoutContext.SetResult(0);
        SpinWait.SpinUntil(() => elsewhere.IsAwaited, TimeSpan.FromMinutes(2));
        OwnThread.Run("another thread", elsewhere.Complete);
        withoutFlow.Complete();
        trace.Await("the end", ended);
    }

    [Scenario(Kinds.Awaitable)]
    public static void What_a_call_resumes_sees_no_frame_of_the_library_below_its_own(Trace trace, Kinds kind)
    {
        var ways = new (string Name, Action<Call, bool, Action> Register)[]
        {
            ("a callback", (call, capture, then) => call.Register(flow: false, capture)(then)),
            ("a flowing callback", (call, capture, then) => call.Register(flow: true, capture)(then)),
            ("a caller with the default builder", (call, capture, then) => _ = call.AwaitInDefault(capture, then)),
            ("a caller with the same builder", (call, capture, then) => call.AwaitInSame(capture, then)),
            ("its task", (call, capture, then) => _ = call.AsTask().ContinueWith(_ => then(), default, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Current)),
        };
        foreach (var (name, register) in ways)
        {
            foreach (var capture in new[] { true, false })
            {
                foreach (var registered in s_places)
                {
                    foreach (var completed in s_places)
                    {
                        var stage = new Stage();
                        var places = new Trace(); // not checked here, because another scenario checks the places
                        var signal = new Signal();
                        var label = $"{name}, registered under {registered}, captured {capture}, completed under {completed}";
                        stage.Under(registered, () => register(new Call(kind, new Script().Await(signal)), capture, () =>
                        {
                            Look(trace, label, $"{new System.Diagnostics.StackTrace()}");
                            stage.Arrive(places, label, inPlace: false);
                        }));
                        stage.Under(completed, signal.Complete);
                        stage.Finish(places);
                        trace.Expect("arrived", 1, places.Lines.Count);
                    }
                }
            }
        }
    }

    /// <summary>Notes PooledAwait.Runtime's frames in the stack. There must be none.</summary>
    private static void Look(Trace trace, string label, string stack)
    {
        foreach (var frame in stack.Split('\n').Select(line => line.Trim().Split([" in "], StringSplitOptions.None)[0]).Where(line => line.StartsWith("at PooledAwait.", StringComparison.Ordinal)))
        {
            trace.Add(frame);
        }

        trace.Add(label);
    }
}
