namespace PackageWork;

/// <summary>What some work returned, and what it allocated in the whole process.</summary>
/// <param name="Work">What it does.</param>
/// <param name="Threads">How many operations ran at the same time.</param>
/// <param name="Operations">How many ran in all.</param>
/// <param name="Result">The digest of all that they returned.</param>
/// <param name="Bytes">What was allocated.</param>
/// <param name="Gen0Collections">How often gen 0 was collected meanwhile.</param>
public sealed record Measurement(string Work, int Threads, int Operations, string Result, long Bytes, int Gen0Collections)
{
    /// <summary>Does the work twice, once to warm up and once to measure.</summary>
    /// <param name="work">The work.</param>
    /// <param name="workers">How many operations run at the same time.</param>
    /// <param name="operations">How many run in all.</param>
    public static async Task<Measurement> OfAsync(Work work, int workers, int operations)
    {
        var each = Math.Max(1, operations / workers);
        var digest = new Digest();
        digest.Add(await RunAsync(work, workers, each));

        // So that nothing pays for the garbage of what ran before.
        GC.Collect();
        GC.WaitForPendingFinalizers();

        var collections = GC.CollectionCount(0);
        var bytes = GC.GetTotalAllocatedBytes(precise: true);
        digest.Add(await RunAsync(work, workers, each));
        bytes = GC.GetTotalAllocatedBytes(precise: true) - bytes;
        return new(work.Name, workers, each * workers, digest.ToString(), bytes, GC.CollectionCount(0) - collections);
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
