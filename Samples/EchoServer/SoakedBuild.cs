using System.Diagnostics;

namespace EchoServer;

/// <summary>The work of one build with a crowd of clients, and the memory that was left afterwards.</summary>
internal sealed class SoakedBuild(string name)
{
    public string Name => name;

    public Tally Tally { get; private set; } = new(0, 0, 0, 0, new Dictionary<string, long>());

    public int Unobserved { get; private set; }

    public long Allocated { get; private set; }

    public int Gen0Collections { get; private set; }

    /// <summary>The bytes on the heap before any client connects.</summary>
    public long HeapBefore { get; private set; }

    public long HeapAtMost { get; private set; }

    public long HeapAfter { get; private set; }

    /// <param name="run">Runs the crowd until the token is cancelled.</param>
    /// <param name="time">The duration of the run.</param>
    /// <param name="settle">Waits until the pools have released all idle boxes.</param>
    /// <param name="cancellation">Cancels the run.</param>
    public async Task RunAsync(Func<CancellationToken, Task<Tally>> run, TimeSpan time, Func<Task> settle, CancellationToken cancellation)
    {
        EventHandler<UnobservedTaskExceptionEventArgs> unobserved = (_, _) => Unobserved++;
        TaskScheduler.UnobservedTaskException += unobserved;
        HeapBefore = GC.GetTotalMemory(forceFullCollection: true);
        var allocated = GC.GetTotalAllocatedBytes();
        var collections = GC.CollectionCount(0);

        using (var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellation))
        {
            var running = run(stop.Token);
            for (var watch = Stopwatch.StartNew(); watch.Elapsed < time && !running.IsCompleted;)
            {
                await Task.Delay(TimeSpan.FromSeconds(0.5), cancellation);
                HeapAtMost = Math.Max(HeapAtMost, GC.GetTotalMemory(forceFullCollection: false));
            }

            await stop.CancelAsync();
            Tally = await running;
        }

        Allocated = GC.GetTotalAllocatedBytes() - allocated;
        Gen0Collections = GC.CollectionCount(0) - collections;
        await settle();
        HeapAfter = GC.GetTotalMemory(forceFullCollection: true);
        TaskScheduler.UnobservedTaskException -= unobserved;
    }
}
