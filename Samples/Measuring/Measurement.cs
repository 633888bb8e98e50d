using System.Diagnostics;

namespace Measuring;

/// <summary>What a piece of work took, and what it allocated in the whole process.</summary>
internal readonly record struct Measurement(TimeSpan Time, long Bytes, int Gen0Collections)
{
    public static async Task<Measurement> OfAsync(Func<Task> work)
    {
        // So that nothing pays for the garbage of what ran before.
        GC.Collect();
        GC.WaitForPendingFinalizers();

        var collections = GC.CollectionCount(0);
        var bytes = GC.GetTotalAllocatedBytes(precise: true);
        var watch = Stopwatch.StartNew();
        await work();
        watch.Stop();
        return new(watch.Elapsed, GC.GetTotalAllocatedBytes(precise: true) - bytes, GC.CollectionCount(0) - collections);
    }
}
