extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Builders;
using Benchmarks.Reporting;

namespace Benchmarks.DirectAwaits;

/// <summary>
/// Ten calls through an interface. Every call completes at once. The parameter decides which classes the objects have: one class of the woven assembly, four
/// classes of the woven assembly in turns, or a class of another assembly.
/// </summary>
[Goal("ten calls through an interface that complete at once, of one class of its own", Own, Must = 0.75)]
[Goal("the same, of four classes of its own in turns", Mixed, Must = 0.85)]
[Goal("the same, of a class of another assembly, which returns a task that it has", Foreign)]
public class TenVirtualCalls
{
    private const string Own = "own";
    private const string Mixed = "mixed";
    private const string Foreign = "foreign";

    private NotWoven::Work.IReader[] _notWoven = null!;
    private Woven::Work.IReader[] _woven = null!;

    [Params(Own, Mixed, Foreign)]
    public string Readers { get; set; } = "";

    [GlobalSetup]
    public void SetUp()
    {
        _notWoven = Readers switch
        {
            Own => NotWoven::Work.VirtualCalls.Own,
            Mixed => NotWoven::Work.VirtualCalls.Mixed,
            _ => [.. Enumerable.Range(0, NotWoven::Work.VirtualCalls.Calls).Select(_ => new ForeignReader())],
        };
        _woven = Readers switch
        {
            Own => Woven::Work.VirtualCalls.Own,
            Mixed => Woven::Work.VirtualCalls.Mixed,
            _ => [.. Enumerable.Range(0, Woven::Work.VirtualCalls.Calls).Select(_ => new ForeignReader())],
        };
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Loop.Calls)]
    public Task<int> NotWoven() => Loop.AwaitAsync(() => NotWoven::Work.VirtualCalls.TenAtOnceAsync(_notWoven));

    [Benchmark(OperationsPerInvoke = Loop.Calls)]
    public Task<int> Woven() => Loop.AwaitAsync(() => Woven::Work.VirtualCalls.TenAtOnceAsync(_woven));

    private sealed class ForeignReader : NotWoven::Work.IReader, Woven::Work.IReader
    {
        private static readonly Task<int> s_task = Task.FromResult(1_000);

        public Task<int> ReadAsync(int number) => s_task;
    }
}
