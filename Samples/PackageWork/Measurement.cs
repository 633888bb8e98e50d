namespace PackageWork;

/// <summary>The result of a work (a repeatable use of a package), and the allocations of the whole process during the work.</summary>
/// <param name="Work">A description of the work.</param>
/// <param name="Threads">The number of operations that run at the same time.</param>
/// <param name="Operations">The total number of operations.</param>
/// <param name="Result">The digest of all results.</param>
/// <param name="Bytes">The allocated bytes.</param>
/// <param name="LeastBytes">
/// The bytes of the round that allocated least, multiplied by the number of rounds. This is the cost of the operations alone, without objects that are created
/// only at the first use, or again after a collection.
/// </param>
/// <param name="Gen0Collections">The number of gen-0 collections during the work.</param>
public sealed record Measurement(string Work, int Threads, int Operations, string Result, long Bytes, long LeastBytes, int Gen0Collections)
{
    private const int Rounds = 5;

    /// <summary>Does all operations once to warm up, and then again in rounds to measure.</summary>
    /// <param name="work">The work.</param>
    /// <param name="workers">The number of operations that run at the same time.</param>
    /// <param name="operations">The total number of operations.</param>
    public static async Task<Measurement> OfAsync(Work work, int workers, int operations)
    {
        var each = Math.Max(1, operations / workers / Rounds);
        var digest = new Digest();
        digest.Add(await RunAsync(work, workers, each * Rounds));

        // Collect first, so that this work does not pay for the garbage of earlier work.
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
