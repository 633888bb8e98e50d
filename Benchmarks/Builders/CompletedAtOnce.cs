extern alias BaseLibraryPooling;
extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.Builders;

/// <summary>A look-up finds its value in a cache, so it does not suspend.</summary>
[Goal("`ValueTask<int>` completing synchronously", Must = 1.0, Peer = nameof(BaseLibraryPooling), MustAgainstPeer = 1.0)]
public class CompletedAtOnce
{
    private const int Calls = 100;

    private readonly NotWoven::Work.Cache _notWoven = new();
    private readonly BaseLibraryPooling::Work.Cache _baseLibraryPooling = new();
    private readonly Woven::Work.Cache _woven = new();

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public int NotWoven()
    {
        var sum = 0;
        for (var i = 0; i < Calls; i++)
        {
            sum += _notWoven.GetAsync(0).Result;
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Calls)]
    public int BaseLibraryPooling()
    {
        var sum = 0;
        for (var i = 0; i < Calls; i++)
        {
            sum += _baseLibraryPooling.GetAsync(0).Result;
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Calls)]
    public int Woven()
    {
        var sum = 0;
        for (var i = 0; i < Calls; i++)
        {
            sum += _woven.GetAsync(0).Result;
        }

        return sum;
    }
}
