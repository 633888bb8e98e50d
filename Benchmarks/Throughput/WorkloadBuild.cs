using System.Diagnostics;

namespace Benchmarks.Throughput;

/// <summary>One build of the pipeline, and its figures. (The builds run by turns, see <see cref="Workload"/>.)</summary>
internal sealed class WorkloadBuild(string name, Func<ValueTask<int>> call)
{
    private readonly LatencyHistogram _latencies = new();
    private readonly List<double> _throughputs = [];
    private long _bytes;
    private int _gen0Collections;
    private int _gen1Collections;

    public WorkloadBuildResult Result => new(
        name, _throughputs, (double)_bytes / _latencies.Count, _gen0Collections, _gen1Collections, Microseconds(0.50), Microseconds(0.99));

    public async Task RunAsync(int workers, TimeSpan time, bool record)
    {
        var latencies = new LatencyHistogram[workers];
        var tasks = new Task[workers];

        // Collect first, so that this build does not pay for the garbage of the previous one.
        GC.Collect();
        GC.WaitForPendingFinalizers();

        var gen0 = GC.CollectionCount(0);
        var gen1 = GC.CollectionCount(1);
        var bytes = GC.GetTotalAllocatedBytes(precise: true);
        var start = Stopwatch.GetTimestamp();
        var end = start + (long)(time.TotalSeconds * Stopwatch.Frequency);
        for (var worker = 0; worker < workers; worker++)
        {
            var own = latencies[worker] = new LatencyHistogram();
            tasks[worker] = Task.Run(() => WorkAsync(own, end));
        }

        await Task.WhenAll(tasks);
        var elapsed = Stopwatch.GetElapsedTime(start);
        if (!record)
        {
            return;
        }

        _bytes += GC.GetTotalAllocatedBytes(precise: true) - bytes;
        _gen0Collections += GC.CollectionCount(0) - gen0;
        _gen1Collections += GC.CollectionCount(1) - gen1;
        _throughputs.Add(latencies.Sum(own => own.Count) / elapsed.TotalSeconds);
        foreach (var own in latencies)
        {
            _latencies.Add(own);
        }
    }

    private double Microseconds(double share) => Stopwatch.GetElapsedTime(0, _latencies.Percentile(share)).TotalMicroseconds;

    private async Task WorkAsync(LatencyHistogram latencies, long end)
    {
        var before = Stopwatch.GetTimestamp();
        while (before < end)
        {
            await call();
            var after = Stopwatch.GetTimestamp();
            latencies.Record(after - before);
            before = after;
        }
    }
}
