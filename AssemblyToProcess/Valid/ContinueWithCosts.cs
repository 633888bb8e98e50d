namespace AssemblyToProcess.Valid;

/// <summary>Calls whose allocations are measured, each beside a handwritten version that passes a state object.</summary>
public sealed class ContinueWithCosts
{
    private int _runs;

    public static void Do_the_same_by_hand(Trace trace)
    {
        var fixture = new ContinueWithCosts();
        fixture.This(Task.CompletedTask).Wait();
        fixture.ThisByHand(Task.CompletedTask).Wait();
        trace.Add("this", fixture._runs);
        trace.Add("this, func", fixture.ThisWithResult(Task.CompletedTask).Result + fixture.ThisWithResultByHand(Task.CompletedTask).Result);
        OneReference(Task.CompletedTask, fixture).Wait();
        OneReferenceByHand(Task.CompletedTask, fixture).Wait();
        TwoReferences(Task.CompletedTask, fixture, trace).Wait();
        TwoReferencesByHand(Task.CompletedTask, fixture, trace).Wait();
        trace.Add("references", fixture._runs);
        trace.Add("result or zero", ResultOrZero(Task.FromResult(1)).Result + ResultOrZeroByHand(Task.FromResult(2)).Result);
        LogFaults(Task.FromException(new FormatException()), trace, "woven").Wait();
        LogFaultsByHand(Task.FromException(new FormatException()), trace, "by hand").Wait();
    }

    public Task This(Task task) => task.ContinueWith(t => Run());

    public Task ThisByHand(Task task) => task.ContinueWith(static (t, state) => ((ContinueWithCosts)state!).Run(), this);

    public Task<int> ThisWithResult(Task task) => task.ContinueWith(t => _runs);

    public Task<int> ThisWithResultByHand(Task task) => task.ContinueWith(static (t, state) => ((ContinueWithCosts)state!)._runs, this);

    public static Task OneReference(Task task, ContinueWithCosts fixture) => task.ContinueWith(t => fixture.Run());

    public static Task OneReferenceByHand(Task task, ContinueWithCosts fixture) =>
        task.ContinueWith(static (t, state) => ((ContinueWithCosts)state!).Run(), fixture);

    public static Task TwoReferences(Task task, ContinueWithCosts fixture, Trace trace) => task.ContinueWith(t =>
    {
        fixture.Run();
        trace.Add("two references");
    });

    public static Task TwoReferencesByHand(Task task, ContinueWithCosts fixture, Trace trace) => task.ContinueWith(
        static (t, state) =>
        {
            var (it, to) = (Tuple<ContinueWithCosts, Trace>)state!;
            it.Run();
            to.Add("two references");
        },
        Tuple.Create(fixture, trace));

    public static Task<int> ResultOrZero(Task<int> task)
    {
        var tcs = new TaskCompletionSource<int>();
        task.ContinueWith(t =>
        {
            if (task.Status == TaskStatus.RanToCompletion)
            {
                tcs.SetResult(task.Result);
            }
            else
            {
                tcs.SetResult(0);
            }
        });
        return tcs.Task;
    }

    public static Task<int> ResultOrZeroByHand(Task<int> task)
    {
        var tcs = new TaskCompletionSource<int>();
        task.ContinueWith(
            static (t, state) =>
            {
                var source = (TaskCompletionSource<int>)state!;
                if (t.Status == TaskStatus.RanToCompletion)
                {
                    source.SetResult(t.Result);
                }
                else
                {
                    source.SetResult(0);
                }
            },
            tcs);
        return tcs.Task;
    }

    public static Task LogFaults(Task task, Trace trace, string name) => task.ContinueWith(
        t => trace.Add(name, t.Exception!.InnerException),
        CancellationToken.None,
        TaskContinuationOptions.OnlyOnFaulted | TaskContinuationOptions.ExecuteSynchronously,
        TaskScheduler.Default);

    public static Task LogFaultsByHand(Task task, Trace trace, string name) => task.ContinueWith(
        static (t, state) =>
        {
            var (to, what) = (Tuple<Trace, string>)state!;
            to.Add(what, t.Exception!.InnerException);
        },
        Tuple.Create(trace, name),
        CancellationToken.None,
        TaskContinuationOptions.OnlyOnFaulted | TaskContinuationOptions.ExecuteSynchronously,
        TaskScheduler.Default);

    private void Run() => _runs++;
}
