namespace AssemblyToProcess.Valid;

/// <summary>Methods that wait. A test asserts the bytes that each method allocates.</summary>
public static class TimedWaitsCosts
{
    private const int Long = 1_000_000;

    public static async Task Give_the_same(Trace trace)
    {
        await Delay();
        var work = new TaskCompletionSource<int>();
        var race = Race(work.Task);
        var withToken = RaceWithToken(work.Task, new CancellationTokenSource().Token);
        var kept = KeptRace(work.Task);
        work.SetResult(1);
        trace.Add("races", $"{await race} {await withToken} {await kept}");
#if NET
        work = new TaskCompletionSource<int>();
        var (timeout, token) = (WaitAsync(work.Task), WaitAsyncWithToken(work.Task, new CancellationTokenSource().Token));
        work.SetResult(2);
        trace.Add("timeouts", await timeout + await token);
#endif
    }

    public static async ValueTask Delay() => await Task.Delay(1).ConfigureAwait(false);

    public static async ValueTask<bool> Race(Task work) => await Task.WhenAny(work, Task.Delay(Long)).ConfigureAwait(false) == work;

    public static async ValueTask<bool> RaceWithToken(Task work, CancellationToken token) =>
        await Task.WhenAny(work, Task.Delay(Long, token)).ConfigureAwait(false) == work;

    public static async ValueTask<bool> KeptRace(Task work)
    {
        var delay = Task.Delay(Long);
        var first = await Task.WhenAny(work, delay).ConfigureAwait(false);
        return first != delay;
    }

#if NET
    public static async ValueTask<int> WaitAsync(Task<int> work) => await work.WaitAsync(TimeSpan.FromHours(1)).ConfigureAwait(false);

    public static async ValueTask<int> WaitAsyncWithToken(Task<int> work, CancellationToken token) => await work.WaitAsync(token).ConfigureAwait(false);
#endif
}
