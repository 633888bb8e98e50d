#if NET
using System.Runtime.CompilerServices;

namespace AssemblyToProcess.Valid;

/// <summary>Awaits of dynamic values, whose awaiter is known only at run time.</summary>
public static class DynamicAwaitables
{
    public static async Task Are_bound_at_run_time(Trace trace)
    {
        trace.Add("task", await Await(Task.FromResult("t")));
        trace.Add("pending task", await Await(Later()));
        trace.Add("not critical", await Await(new Plain()));
        var turnstile = new Turnstile();
        var pending = Nothing(turnstile, trace);
        turnstile.Pass();
        await pending;
        try
        {
            await Await(1);
        }
        catch (Exception e)
        {
            trace.Add("no awaitable", e.GetType().Name);
        }
    }

    private static async ValueTask<object?> Await(dynamic awaitable) => await awaitable;

    private static async ValueTask Nothing(dynamic awaitable, Trace trace)
    {
        await awaitable;
        trace.Add("nothing");
    }

    private static async Task<string> Later()
    {
        await Task.Yield();
        return "later";
    }

    public sealed class Plain : INotifyCompletion
    {
        public bool IsCompleted => false;

        public Plain GetAwaiter() => this;

        public string GetResult() => "plain";

        public void OnCompleted(Action continuation) => continuation();
    }
}
#endif
