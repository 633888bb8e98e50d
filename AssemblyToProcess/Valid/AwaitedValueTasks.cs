using System.Threading.Tasks.Sources;

namespace AssemblyToProcess.Valid;

/// <summary>Awaits of ValueTasks over a value, over a task, and over a custom source.</summary>
public static class AwaitedValueTasks
{
    public static async Task Over_everything(Trace trace)
    {
        trace.Add("value", await Plus(new ValueTask<int>(1)));
        trace.Add("task", await Plus(new ValueTask<int>(Later(2))));
        var source = new Source();
        var pending = Plus(source.Start());
        source.Finish(3);
        trace.Add("source", await pending);
        pending = Plus(source.Start());
        source.Finish(4);
        trace.Add("the same source again", await pending);
        await Nothing(default, trace);
        await Nothing(new ValueTask(Later(5)), trace);
        var failing = Plus(source.Start());
        source.Fail(new InvalidOperationException("source"));
        try
        {
            await failing;
        }
        catch (InvalidOperationException e)
        {
            trace.Add("failed source", e);
        }
    }

    public static async Task Woven_ones_of_woven_ones(Trace trace)
    {
        var turnstile = new Turnstile();
        var pending = Outer(turnstile);
        turnstile.PassAll();
        trace.Add("three levels", await pending);
    }

    private static async ValueTask<int> Outer(Turnstile turnstile) => await Middle(turnstile) + 1;

    private static async ValueTask<int> Middle(Turnstile turnstile)
    {
        await Inner(turnstile);
        return 1;
    }

    private static async ValueTask Inner(Turnstile turnstile) => await turnstile;

    private static async ValueTask<int> Plus(ValueTask<int> task) => await task + 10;

    private static async ValueTask Nothing(ValueTask task, Trace trace)
    {
        await task;
        trace.Add("nothing");
    }

    private static async Task<int> Later(int value)
    {
        await Task.Yield();
        return value;
    }

    private sealed class Source : IValueTaskSource<int>
    {
        private ManualResetValueTaskSourceCore<int> _core;

        public ValueTask<int> Start()
        {
            _core.Reset();
            return new ValueTask<int>(this, _core.Version);
        }

        public void Finish(int value) => _core.SetResult(value);

        public void Fail(Exception e) => _core.SetException(e);

        public int GetResult(short token) => _core.GetResult(token);

        public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

        public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
            _core.OnCompleted(continuation, state, token, flags);
    }
}
