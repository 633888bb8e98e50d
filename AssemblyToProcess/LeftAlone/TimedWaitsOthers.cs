using PooledAwait;

namespace AssemblyToProcess.LeftAlone;

/// <summary>Methods that need the tasks of their delays and timeouts.</summary>
[PooledAwait(Builders = PooledBuilders.None, DirectAwaits = false, WhenAny = PooledWhenAny.None)]
public static class TimedWaitsOthers
{
    private static readonly Task s_never = new TaskCompletionSource<bool>().Task;
    private static Task s_kept = Task.CompletedTask;

    public static async Task Stay(Trace trace)
    {
        trace.Add("in a variable", await InVariable());
        trace.Add("only compared", await OnlyCompared(s_never));
        trace.Add("asked", await Asked());
        trace.Add("shared", await Shared(trace.Lines.Count));
        trace.Add("raced again", await RacedAgain());
        trace.Add("compared with another", await ComparedWithAnother(s_never));
        trace.Add("compared before", await ComparedBefore(s_never));
        trace.Add("compared with an earlier one", await ComparedWithEarlier(s_never));
        trace.Add("or another", await OrAnother(s_never));
        trace.Add("read", await Read(s_never));
        trace.Add("race kept", await RaceKept(s_never));
        trace.Add("dropped", await Dropped(s_never));
        trace.Add("of five", await OfFive(s_never));
        trace.Add("of a list", await OfList(s_never));
        await Passed();
        await Kept();
        await Chosen(trace.Lines.Count);
        await SwitchedOff();
#if NET
        await Options();
        await WithoutResult(Task.FromResult(1));
#endif
    }

    private static async Task<string> InVariable()
    {
        var delay = Task.Delay(1);
        await Task.Yield();
        await delay;
        return $"{delay.Status}";
    }

    private static async Task<bool> OnlyCompared(Task work)
    {
        var delay = Task.Delay(1);
        await Task.Yield();
        return delay == work;
    }

    private static async Task<bool> Asked()
    {
        await Task.Yield();
        return Task.Delay(1).IsFaulted;
    }

    private static async Task<bool> Shared(int count)
    {
        var delay = Task.Delay(1);
        return count > 0 ? await Task.WhenAny(s_never, delay) == delay : await Task.WhenAny(delay, s_never) == delay;
    }

    private static async Task<int> RacedAgain()
    {
        var delay = Task.Delay(1);
        var rounds = 0;
        while (await Task.WhenAny(Task.CompletedTask, delay) != delay && rounds < 3)
        {
            rounds = 3;
        }

        return rounds;
    }

    private static async Task<bool> ComparedWithAnother(Task work)
    {
        var delay = Task.Delay(1);
        await Task.WhenAny(work, delay);
        return delay == work;
    }

    private static async Task<bool> ComparedBefore(Task work)
    {
        Task? first = null;
        var delay = Task.Delay(1);
        var same = first == delay;
        first = await Task.WhenAny(work, delay);
        return same || first == delay;
    }

    private static async Task<int> ComparedWithEarlier(Task work)
    {
        Task? first = null;
        var same = 0;
        for (var i = 0; i < 2; i++)
        {
            var delay = Task.Delay(1);
            same += first == delay ? 1 : 0;
            first = await Task.WhenAny(work, delay);
        }

        return same;
    }

    private static async Task<bool> OrAnother(Task work)
    {
        var delay = s_never;
        if (work.Id > 0)
        {
            delay = Task.Delay(1);
        }

        return await Task.WhenAny(work, delay) == delay;
    }

    private static async Task<TaskStatus> Read(Task work)
    {
        var delay = Task.Delay(1);
        await Task.WhenAny(work, delay);
        return delay.Status;
    }

    private static async Task<bool> RaceKept(Task work)
    {
        var race = Task.WhenAny(work, Task.Delay(1));
        await race;
        return race.Result == work;
    }

    private static async Task<bool> Dropped(Task work)
    {
        await (Task)Task.WhenAny(work, Task.Delay(1));
        return work.IsCompleted;
    }

    private static async Task<bool> OfFive(Task work) => await Task.WhenAny(new[] { work, work, work, work, Task.Delay(1) }) == work;

    private static async Task<bool> OfList(Task work) => await Task.WhenAny(new List<Task> { work, Task.Delay(1) }) == work;

    private static async Task Passed()
    {
        await Task.Yield();
        await Task.WhenAll(s_kept, Task.Delay(1));
    }

    private static async Task Kept()
    {
        s_kept = Task.Delay(1);
        await Task.Yield();
        await s_kept;
    }

    private static async Task Chosen(int count) => await (count > 0 ? Task.Delay(1) : Task.Delay(2));

    [PooledAwait(TimedWaits = false)]
    private static async Task SwitchedOff() => await Task.Delay(1);

#if NET
    private static async Task Options() => await Task.Delay(1).ConfigureAwait(ConfigureAwaitOptions.ForceYielding);

    private static async Task WithoutResult(Task<int> work) => await (Task)work.WaitAsync(TimeSpan.FromMinutes(1));
#endif
}
