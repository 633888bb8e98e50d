using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>What a call that suspends once allocates at least: no parameter, no local, one awaiter.</summary>
public static class MeasuringTheLeast
{
    private const int Calls = 1_000;

    private static Task s_awaited = Task.CompletedTask;

    [Scenario(Kinds.Returned, IsListedDifference = true, CountsBytes = true)]
    public static void A_call_that_suspends_once(Trace trace, Kinds kind) => trace.Add("bytes", kind switch
    {
        Kinds.ValueTask => Least(ReturnsValueTask, call => call.GetAwaiter().GetResult()),
        Kinds.ValueTaskOfInt => Least(ReturnsValueTaskOfInt, call => call.GetAwaiter().GetResult()),
        Kinds.Task => Least(ReturnsTask, call => call.GetAwaiter().GetResult()),
        Kinds.TaskOfInt => Least(ReturnsTaskOfInt, call => call.GetAwaiter().GetResult()),
        _ => Least(
            () =>
            {
                ReturnsVoid();
                return 0;
            },
            _ => { }),
    });

    /// <remarks>The least of several measurements of many calls: whatever else the first ones did is not the calls' own.</remarks>
    private static double Least<TCall>(Func<TCall> start, Action<TCall> consume)
    {
        var least = double.MaxValue;
        for (var attempt = 0; attempt < 20; attempt++)
        {
            var sources = Enumerable.Range(0, Calls).Select(_ => new TaskCompletionSource()).ToArray();
            var before = GC.GetAllocatedBytesForCurrentThread();
            foreach (var source in sources)
            {
                s_awaited = source.Task;
                var call = start();
                source.SetResult();
                consume(call);
            }

            least = Math.Min(least, (GC.GetAllocatedBytesForCurrentThread() - before) / (double)Calls);
        }

        return least;
    }

    private static async ValueTask ReturnsValueTask() => await s_awaited;

    private static async ValueTask<int> ReturnsValueTaskOfInt()
    {
        await s_awaited;
        return 42;
    }

    private static async Task ReturnsTask() => await s_awaited;

    private static async Task<int> ReturnsTaskOfInt()
    {
        await s_awaited;
        return 42;
    }

    private static async void ReturnsVoid() => await s_awaited;
}
