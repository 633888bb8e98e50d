using System.Diagnostics;
using System.Text.Json;

namespace MemorySoak;

/// <summary>Lets one build work, in a process of its own. Minutes of work and idle minutes take turns, and each minute ends with a reading.</summary>
/// <param name="work">Keeps the given number of clients at work until the token is cancelled, and waits until all clients have ended.</param>
internal sealed class SoakedProcess(Func<int, CancellationToken, Task> work)
{
    /// <summary>
    /// The number of threads in the thread pool. A service has so many if it blocks now and then. Each thread has its own slots for every pool.
    /// </summary>
    private const int Workers = 50;

    private const int CollectionsOfAMinute = 6;
    private const int LooksBetweenCollections = 50;

    /// <summary>In every other minute with work, the number of clients is divided by this number.</summary>
    private const int FewerTimes = 20;

    private readonly PoolMemory _pools = new();

    /// <summary>Writes a line of JSON for each minute.</summary>
    public async Task RunAsync(int clients, int minutes, TimeSpan minute, TextWriter output, CancellationToken cancellation)
    {
        ThreadPool.SetMinThreads(Workers, Workers);
        for (var number = 1; number <= minutes; number++)
        {
            var now = number % 2 == 0 ? 0 : number % 4 == 1 ? clients : Math.Max(1, clients / FewerTimes);
            using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
            var working = now == 0 ? Task.CompletedTask : work(now, stop.Token);
            var reading = await ReadAsync(number, now, minute, cancellation);
            await stop.CancelAsync();
            await working;
            await output.WriteLineAsync(JsonSerializer.Serialize(reading, MemoryReadingJson.Default.MemoryReading));
            await output.FlushAsync(cancellation);
        }

        _pools.Dispose();
    }

    private async Task<MemoryReading> ReadAsync(int number, int clients, TimeSpan minute, CancellationToken cancellation)
    {
        var most = 0L;
        for (var collection = 0; collection < CollectionsOfAMinute; collection++)
        {
            var clock = Stopwatch.StartNew();
            while (clock.Elapsed < minute / CollectionsOfAMinute)
            {
                await Task.Delay(minute / CollectionsOfAMinute / LooksBetweenCollections, cancellation);
                most = Math.Max(most, _pools.Read().InFlight);
            }

            // Collects garbage several times, as a running program does.
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        // After a trim, a working thread releases its own boxes only when it uses the pool the next time.
        await Task.Delay(minute / 60, cancellation);
        GC.Collect();
        var left = GC.GetGCMemoryInfo(GCKind.FullBlocking);
        var heap = left.HeapSizeBytes - left.FragmentedBytes; // GC.GetTotalMemory is wrong by megabytes while threads allocate
        var (onThreads, inDepots, inFlight) = _pools.Read();
        return new MemoryReading(number, clients, heap, onThreads, inDepots, inFlight, Math.Max(most, inFlight));
    }
}
