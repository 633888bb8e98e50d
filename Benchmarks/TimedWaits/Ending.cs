namespace Benchmarks.TimedWaits;

/// <summary>Starts calls that wait for work, and ends each call's work at once.</summary>
internal static class Ending
{
    /// <summary>The bytes of the work: a task and its source.</summary>
    public const int BytesOfWork = 88;

    /// <returns>The number of calls whose work ended in time.</returns>
    public static int Run(Func<Task, ValueTask<bool>> wait, int calls)
    {
        var ended = 0;
        for (var i = 0; i < calls; i++)
        {
            var source = new TaskCompletionSource();
            var call = wait(source.Task);
            source.SetResult();
            ended += call.Result ? 1 : 0;
        }

        return ended;
    }
}
