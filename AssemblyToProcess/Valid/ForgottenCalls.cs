using System.Runtime.CompilerServices;

namespace AssemblyToProcess.Valid;

/// <summary>Discards the ValueTasks of calls. Records when and where these calls run, and what happens if they fail.</summary>
public static class ForgottenCalls
{
    private static readonly AsyncLocal<string> s_local = new();

    private interface IWorker
    {
        ValueTask<int> Work(Trace trace, Turnstile turnstile);
    }

    private delegate ValueTask Job(Trace trace, Turnstile? turnstile);

    public static void As_statements_and_discards(Trace trace)
    {
        var turnstile = new Turnstile();
#pragma warning disable CS4014, CA2012 // Nothing awaits the calls, which is the point.
        Nothing(trace, turnstile, "a statement");
#pragma warning restore CS4014, CA2012
        _ = Nothing(trace, turnstile, "a discard");
        _ = Value(trace, turnstile, 1);
        _ = Value(trace, turnstile, 2).ConfigureAwait(false);
        var unused = Value(trace, turnstile, 3);
        var awaiter = Nothing(trace, turnstile, "its awaiter").GetAwaiter();
        trace.Add("waiting", turnstile.Waiting);
        turnstile.PassAll();
        trace.Add("passed");
    }

    public static void That_complete_at_once(Trace trace)
    {
        _ = Nothing(trace, null, "at once");
        _ = Value(trace, null, 4);
        trace.Add("behind");
    }

    public static void That_complete_before_they_are_forgotten(Trace trace)
    {
        for (var i = 0; i < 3; i++)
        {
            _ = Hastily(trace, i);
        }
    }

    public static void Again_and_again(Trace trace)
    {
        var turnstile = new Turnstile();
        for (var i = 0; i < 5; i++)
        {
            _ = Nothing(trace, turnstile, $"one {i}");
            _ = Nothing(trace, turnstile, $"other {i}");
            turnstile.Pass();
            _ = Value(trace, turnstile, i);
            turnstile.PassAll();
        }
    }

    public static void Beside_calls_that_are_awaited(Trace trace)
    {
        var turnstile = new Turnstile();
        var awaited = Awaits(trace, turnstile);
        turnstile.PassAll();
        trace.Add("awaited", awaited.Result);
    }

    public static void Through_interfaces_delegates_and_forwarders(Trace trace)
    {
        var turnstile = new Turnstile();
        foreach (var worker in new IWorker[] { new Async(), new Completed(), new Tasks() })
        {
            _ = worker.Work(trace, turnstile);
        }

        Job job = (t, s) => Nothing(t, s, "a delegate");
        _ = job(trace, turnstile);
        _ = Forwarded(trace, turnstile);
        _ = Generic(turnstile, "generic");
        turnstile.PassAll();
    }

    public static void On_some_paths(Trace trace)
    {
        foreach (var wait in new[] { true, false })
        {
            var turnstile = new Turnstile();
            OnSomePaths(trace, turnstile, wait);
            turnstile.PassAll();
            trace.Add("end", wait);
        }
    }

    /// <summary>The discarded call returns a ValueTask that is also in a variable.</summary>
    public static void That_return_what_somebody_has(Trace trace)
    {
        var turnstile = new Turnstile();
        var kept = Value(trace, turnstile, 5);
        _ = Same(kept, trace, turnstile);
        turnstile.PassAll();
        trace.Add("kept", kept.GetAwaiter().GetResult());
    }

    public static void Under_a_context(Trace trace)
    {
        var context = new ManualContext("of the caller");
        var other = new ManualContext("of who completes");
        var turnstile = new Turnstile();
        context.Under(() =>
        {
            _ = Value(trace, turnstile, 6);
            _ = Nothing(trace, turnstile, "under a context");
        });
        other.Under(turnstile.PassAll);
        trace.Add("posted", context.Posted + other.Posted);
        trace.Add("ran", context.Run() + other.Run());
    }

    public static void Under_a_scheduler(Trace trace)
    {
        var scheduler = new ManualScheduler("of the caller");
        var turnstile = new Turnstile();
        scheduler.Under(() => _ = Value(trace, turnstile, 7)).GetAwaiter().GetResult();
        scheduler.Under(turnstile.PassAll).GetAwaiter().GetResult();
        trace.Add("queued", scheduler.Queued);
    }

    public static void With_an_AsyncLocal(Trace trace)
    {
        s_local.Value = "the caller's";
        var turnstile = new Turnstile();
        _ = Local(trace, turnstile);
        s_local.Value = "changed";
        turnstile.PassAll();
        trace.Add("outside", s_local.Value);
    }

    /// <summary>A failed call is reported as unobserved once nobody holds its task. A cancelled call is not reported.</summary>
    public static void That_fail(Trace trace)
    {
        var told = new List<string>();
        EventHandler<UnobservedTaskExceptionEventArgs> note = (_, arguments) =>
        {
            lock (told)
            {
                told.AddRange(arguments.Exception.InnerExceptions.Where(e => e is NotSupportedException).Select(e => $"{e.Message}, {arguments.Exception.InnerExceptions.Count}"));
            }
        };
        TaskScheduler.UnobservedTaskException += note;
        Fail();
        for (var i = 0; i < 3; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        TaskScheduler.UnobservedTaskException -= note;
        told.Sort(StringComparer.Ordinal);
        trace.Add("told", string.Join("; ", told));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Fail()
    {
        var turnstile = new Turnstile();
        _ = Failing(turnstile, new NotSupportedException("later"));
        _ = FailingValue(turnstile, new NotSupportedException("later, with a result"));
        _ = Failing(null, new NotSupportedException("at once"));
        _ = Failing(turnstile, new OperationCanceledException("cancelled"));
        turnstile.PassAll();
    }

    private static async ValueTask Failing(Turnstile? turnstile, Exception exception)
    {
        if (turnstile != null)
        {
            await turnstile;
        }

        throw exception;
    }

    private static async ValueTask<string> FailingValue(Turnstile turnstile, Exception exception)
    {
        await turnstile;
        throw exception;
    }

    private static async ValueTask Nothing(Trace trace, Turnstile? turnstile, string name)
    {
        trace.Place(name);
        if (turnstile != null)
        {
            await turnstile;
            trace.Place($"{name}, later");
        }
    }

    private static async ValueTask<int> Value(Trace trace, Turnstile? turnstile, int value)
    {
        trace.Add("value", value);
        if (turnstile != null)
        {
            await turnstile;
            trace.Place($"value {value}, later");
        }

        return value;
    }

    private static async ValueTask<int> Hastily(Trace trace, int value)
    {
        await new Hasty();
        trace.Add("before the registration returns", value);
        return value;
    }

    private static async Task<int> Awaits(Trace trace, Turnstile turnstile)
    {
        _ = Value(trace, turnstile, 8);
        return await Value(trace, turnstile, 9);
    }

    private static ValueTask<int> Forwarded(Trace trace, Turnstile turnstile) => Value(trace, turnstile, 10);

    private static async ValueTask<T> Generic<T>(Turnstile turnstile, T value)
    {
        await turnstile;
        return value;
    }

    private static async void OnSomePaths(Trace trace, Turnstile turnstile, bool wait)
    {
        var pending = Value(trace, turnstile, 11);
        if (wait)
        {
            trace.Add("waited", await pending);
        }
    }

    private static ValueTask<int> Same(ValueTask<int> value, Trace trace, Turnstile turnstile) => turnstile.Waiting > 0 ? value : Value(trace, turnstile, 12);

    private static async ValueTask Local(Trace trace, Turnstile turnstile)
    {
        trace.Add("inside", s_local.Value);
        s_local.Value = "the call's";
        await turnstile;
        trace.Add("later", s_local.Value);
    }

    /// <summary>An awaiter that runs its continuation at once, before the registration returns.</summary>
    private sealed class Hasty : ICriticalNotifyCompletion
    {
        public bool IsCompleted => false;

        public Hasty GetAwaiter() => this;

        public void GetResult()
        {
        }

        public void OnCompleted(Action continuation) => continuation();

        public void UnsafeOnCompleted(Action continuation) => continuation();
    }

    private sealed class Async : IWorker
    {
        public async ValueTask<int> Work(Trace trace, Turnstile turnstile)
        {
            await turnstile;
            trace.Add("async");
            return 13;
        }
    }

    private sealed class Completed : IWorker
    {
        public ValueTask<int> Work(Trace trace, Turnstile turnstile) => new(14);
    }

    private sealed class Tasks : IWorker
    {
        public ValueTask<int> Work(Trace trace, Turnstile turnstile) => new(Result(trace, turnstile));

        private static async Task<int> Result(Trace trace, Turnstile turnstile)
        {
            await turnstile;
            trace.Add("task");
            return 15;
        }
    }
}
