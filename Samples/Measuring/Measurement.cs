using System.Diagnostics;

namespace Measuring;

/// <summary>The time of a piece of work, and the allocations and collections of the whole process during this time.</summary>
internal readonly record struct Measurement(TimeSpan Time, long Bytes, int Gen0Collections)
{
    public static async Task<Measurement> OfAsync(Func<Task> work)
    {
        // Collect first, so that this work does not pay for the garbage of earlier work.
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
