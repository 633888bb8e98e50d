namespace PackageWork;

/// <summary>What some work returned, and what it allocated in the whole process.</summary>
/// <param name="Work">What it does.</param>
/// <param name="Threads">How many operations ran at the same time.</param>
/// <param name="Operations">How many ran in all.</param>
/// <param name="Result">The digest of all that they returned.</param>
/// <param name="Bytes">What was allocated.</param>
/// <param name="LeastBytes">
/// What would have been allocated if every round had allocated as little as the one that allocated least: the price of the operations alone, without what is
/// made for the first time or made again after a collection.
/// </param>
/// <param name="Gen0Collections">How often gen 0 was collected meanwhile.</param>
public sealed record Measurement(string Work, int Threads, int Operations, string Result, long Bytes, long LeastBytes, int Gen0Collections)
{
    private const int Rounds = 5;

    /// <summary>Does the work once to warm up, and as often again to measure, in rounds.</summary>
    /// <param name="work">The work.</param>
    /// <param name="workers">How many operations run at the same time.</param>
    /// <param name="operations">How many run in all.</param>
    public static async Task<Measurement> OfAsync(Work work, int workers, int operations)
    {
        var each = Math.Max(1, operations / workers / Rounds);
        var digest = new Digest();
        digest.Add(await RunAsync(work, workers, each * Rounds));

        // So that nothing pays for the garbage of what ran before.
        GC.Collect();
        GC.WaitForPendingFinalizers();
        var collections = GC.CollectionCount(0);
        var (bytes, least) = (0L, long.MaxValue);
        for (var round = 0; round < Rounds; round++)
        {
            var before = GC.GetTotalAllocatedBytes(precise: true);
            digest.Add(await RunAsync(work, workers, each));
            var inRound = GC.GetTotalAllocatedBytes(precise: true) - before;
            bytes += inRound;
            least = Math.Min(least, inRound);
        }

        return new(work.Name, workers, each * workers * Rounds, digest.ToString(), bytes, least * Rounds, GC.CollectionCount(0) - collections);
    }

    private static async Task<Digest> RunAsync(Work work, int workers, int each)
    {
        var runs = new Task<Digest>[workers];
        for (var worker = 0; worker < workers; worker++)
        {
            var number = worker;
            runs[worker] = Task.Run(() => work.RunAsync(number, each));
        }

        var digest = new Digest();
        foreach (var run in runs)
        {
            digest.Add(await run);
        }

        return digest;
    }
}
