using System.Runtime.CompilerServices;

namespace AssemblyToProcess.Valid;

/// <summary>Records how continuations are cancelled, run and fail, which ExecutionContext they see, and which objects stay reachable.</summary>
public sealed class ContinueWithCompletion
{
    private static readonly AsyncLocal<string> s_local = new();

    public static void Can_be_cancelled(Trace trace)
    {
        using var before = new CancellationTokenSource();
        before.Cancel();
        Outcome(trace, "before", Continue(trace, Task.FromResult(1), before.Token));

        using var during = new CancellationTokenSource();
        var pending = new TaskCompletionSource<int>();
        var continuation = Continue(trace, pending.Task, during.Token);
        during.Cancel();
        Outcome(trace, "before completion", continuation);
        pending.SetResult(2);

        using var after = new CancellationTokenSource();
        var completed = Continue(trace, Task.FromResult(3), after.Token);
        completed.Wait();
        after.Cancel();
        Outcome(trace, "after", completed);

        using var within = new CancellationTokenSource();
        Outcome(trace, "within", CancelWithin(within, Task.FromResult(4)));
    }

    public static void Run_on_some_outcomes_only(Trace trace)
    {
        foreach (var option in new[]
        {
            TaskContinuationOptions.OnlyOnRanToCompletion, TaskContinuationOptions.OnlyOnFaulted, TaskContinuationOptions.OnlyOnCanceled,
            TaskContinuationOptions.NotOnRanToCompletion, TaskContinuationOptions.NotOnFaulted, TaskContinuationOptions.NotOnCanceled,
        })
        {
            Outcome(trace, $"{option} of a result", On(trace, Task.FromResult(1), option));
            Outcome(trace, $"{option} of a fault", On(trace, Task.FromException<int>(new FormatException("fault")), option));
            Outcome(trace, $"{option} of a cancellation", On(trace, Task.FromCanceled<int>(new CancellationToken(true)), option));
        }
    }

    public static void Log_faults(Trace trace)
    {
        var log = new Log(trace);
        Outcome(trace, "succeeded", Logged(Task.CompletedTask, log, "a"));
        Outcome(trace, "failed", Logged(Task.FromException(new FormatException("failed")), log, "b"));
    }

    public static void Run_where_they_are_told(Trace trace)
    {
        var scheduler = new ManualScheduler("s");
        var source = new TaskCompletionSource<int>();
        var text = "queued";
        var continuation = source.Task.ContinueWith(t => trace.Place(text), scheduler);
        source.SetResult(1);
        trace.Add("before", continuation.Status);
        trace.Add("ran", scheduler.Run());
        trace.Add("after", continuation.Status);

        var inline = new TaskCompletionSource<int>();
        var place = "inline";
        var synchronous = inline.Task.ContinueWith(t => trace.Place(place), TaskContinuationOptions.ExecuteSynchronously);
        inline.SetResult(2);
        trace.Add("synchronous", synchronous.IsCompleted);
    }

    public static void Flow_the_context(Trace trace)
    {
        var source = new TaskCompletionSource<int>();
        s_local.Value = "at the call";
        var label = "flows";
        var continuation = source.Task.ContinueWith(
            t =>
            {
                trace.Add(label, s_local.Value);
                s_local.Value = "in the lambda";
            },
            TaskContinuationOptions.ExecuteSynchronously);
        s_local.Value = "at completion";
        source.SetResult(1);
        continuation.Wait();
        trace.Add("outside", s_local.Value);
        s_local.Value = null!;
    }

    public static void Fault_as_their_lambda_does(Trace trace)
    {
        var message = "thrown";
        Outcome(trace, "action", Task.FromResult(1).ContinueWith(t => Throw(message)));
        Outcome(trace, "func", Task.FromResult(1).ContinueWith<int>(t => throw new FormatException(message)));
        Outcome(trace, "antecedent", Task.FromException<int>(new FormatException("first")).ContinueWith(t => message + t.Result));
        trace.Add("unwrapped", Task.FromResult(1).ContinueWith(t => Task.FromResult(message + t.Result)).Unwrap().Result);
        trace.Add("attached", Attached(message));
        trace.Add("type", Task.FromResult(1).ContinueWith(t => message).GetType().Name);
        trace.Add("creation options", Task.FromResult(1).ContinueWith(t => Throw(message), TaskContinuationOptions.LongRunning).CreationOptions);
    }

    public static void Let_go_of_what_they_captured(Trace trace)
    {
        var weak = Run(out var source);
        Collect();
        trace.Add("reachable while pending", weak.IsAlive);
        source.SetResult(1);
        trace.Add("ran", source.Task.IsCompleted);
        source = null!;
        Collect();
        trace.Add("reachable without its task", weak.IsAlive);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Run(out TaskCompletionSource<int> source)
    {
        source = new TaskCompletionSource<int>();
        var captured = new object();
        Hold(source.Task, captured);
        return new WeakReference(captured);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Hold(Task<int> task, object captured) =>
        task.ContinueWith(t => captured.GetHashCode(), TaskContinuationOptions.ExecuteSynchronously);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Collect()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
    }

    private static string Attached(string message) => Task.Factory.StartNew(() =>
        Task.Factory.StartNew(() => message, CancellationToken.None, TaskCreationOptions.None, TaskScheduler.Default)
            .ContinueWith(t => message + t.Result, TaskContinuationOptions.AttachedToParent)).Result.Result;

    private static void Throw(string message) => throw new FormatException(message);

    private static Task<string> Continue(Trace trace, Task<int> task, CancellationToken token) => task.ContinueWith(
        t =>
        {
            trace.Add("ran", t.Result);
            return "result";
        },
        token);

    private static Task CancelWithin(CancellationTokenSource source, Task<int> task) => task.ContinueWith(
        t =>
        {
            source.Cancel();
            source.Token.ThrowIfCancellationRequested();
        },
        source.Token);

    private static Task On(Trace trace, Task<int> task, TaskContinuationOptions option) =>
        task.ContinueWith(t => trace.Add("ran"), CancellationToken.None, option | TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);

    private static Task Logged(Task task, Log log, string name) => task.ContinueWith(
        t => log.Write(name, t.Exception!),
        CancellationToken.None,
        TaskContinuationOptions.OnlyOnFaulted | TaskContinuationOptions.ExecuteSynchronously,
        TaskScheduler.Default);

    private static void Outcome(Trace trace, string what, Task task)
    {
        try
        {
            task.Wait();
            trace.Add(what, task.Status);
        }
        catch (AggregateException e)
        {
            trace.Add($"{what}, {task.Status}", e.InnerException);
        }
    }

    private sealed class Log(Trace trace)
    {
        public void Write(string name, Exception exception) => trace.Add(name, exception.InnerException);
    }
}
