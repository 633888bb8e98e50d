using PooledAwait;

namespace AssemblyToProcess.LeftAlone;

/// <summary>Uses of Task.WhenAny for which there is no specialised promise (the object that waits for the tasks).</summary>
public static class WhenAnyOthers
{
    private static readonly Task s_never = new TaskCompletionSource<bool>().Task;
    private static readonly Task s_done = Task.CompletedTask;

    public static void Stay(Trace trace)
    {
        trace.Add("two", Winner.Of(Two(), s_never, s_done));
        trace.Add("one", Winner.Of(One(), s_done));
        trace.Add("five", Winner.Of(Five(), s_never, s_done));
        trace.Add("a list", Winner.Of(OfAList([s_never, s_done, s_never]), s_never, s_done));
        trace.Add("a sequence", Winner.Of(OfASequence([s_never, s_done]), s_never, s_done));
        trace.Add("a delegate", Winner.Of(ADelegate()([s_never, s_never, s_done]), s_never, s_done));
        trace.Add("a generic delegate", Winner.Of(AGenericDelegate()([Task.FromResult(1)])));
        trace.Add("switched off", Winner.Of(SwitchedOff(), s_done));
        trace.Add("ignored", Winner.Of(Ignored(), s_done));
        trace.Add("only tasks", Winner.Of(OnlyTasks().Result, s_never, s_done));
        trace.Add("ignored await", Winner.Of(IgnoredAwait().Result, s_done));
        trace.Add("dropped", Dropped().IsFaulted);
        trace.Add("of another type", new Other().WhenAny(s_done, s_never, s_done));
#if NET
        trace.Add("spread", Winner.Of(Spread([s_never, s_done]), s_never, s_done));
        trace.Add("spread alone", Winner.Of(SpreadAlone([s_never, s_done]), s_never, s_done));
#endif
    }

    private static Task<Task> Two() => Task.WhenAny(s_never, s_done);

    private static Task<Task> One() => Task.WhenAny(new[] { s_done });

    private static Task<Task> Five() => Task.WhenAny(s_never, s_never, s_never, s_done, s_never);

    private static Task<Task> OfAList(List<Task> tasks) => Task.WhenAny(tasks);

    private static Task<Task> OfASequence(IEnumerable<Task> tasks) => Task.WhenAny(tasks.Where(task => task.IsCompleted));

    private static Func<Task[], Task<Task>> ADelegate() => Task.WhenAny;

    private static Func<Task<int>[], Task<Task<int>>> AGenericDelegate() => new(Task.WhenAny<int>);

    [PooledAwait(WhenAny = PooledWhenAny.None)]
    private static Task<Task> SwitchedOff() => Task.WhenAny(s_done, s_never, s_done);

    [PooledAwaitIgnore]
    private static Task<Task> Ignored() => Task.WhenAny(s_done, s_never, s_done);

    [PooledAwait(Builders = PooledBuilders.None, WhenAny = PooledWhenAny.Tasks)]
    private static async Task<Task> OnlyTasks() => await Task.WhenAny(s_never, s_done);

    [PooledAwaitIgnore]
    private static async Task<Task> IgnoredAwait() => await Task.WhenAny(s_done, s_never, s_done);

    [PooledAwait(Builders = PooledBuilders.None)]
    private static async Task Dropped() => await (Task)Task.WhenAny(s_never, s_done);

#if NET
    private static Task<Task> Spread(List<Task> tasks) => Task.WhenAny([s_never, .. tasks]);

    private static Task<Task> SpreadAlone(List<Task> tasks) => Task.WhenAny([.. tasks]);
#endif

    private sealed class Other
    {
        public string WhenAny(params Task[] tasks) => "other " + tasks.Length;
    }
}
