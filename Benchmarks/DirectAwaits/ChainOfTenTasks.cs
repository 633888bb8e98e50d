extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Builders;
using Benchmarks.Reporting;

namespace Benchmarks.DirectAwaits;

/// <summary>
/// Ten nested calls. Each call awaits the task of the next one. The innermost call awaits a read that completes on the same thread, because a second thread
/// would make the times vary.
/// </summary>
[Goal("the same, ten levels deep, over a read", Must = 0.80, Peer = nameof(WrittenWithValueTask), MustAgainstPeer = 1.05)]
public class ChainOfTenTasks
{
    private const int Calls = 1_000;

    private readonly PendingRead _read = new();

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public int NotWoven() => Run(NotWoven::Work.AwaitedTasks.TenDeepAsync);

    /// <summary>Measures the same work in woven code that is written with ValueTasks. Shows what a change of the source code could achieve.</summary>
    [Benchmark(OperationsPerInvoke = Calls)]
    public int WrittenWithValueTask() => Run(Woven::Work.AwaitedValueTasks.TenDeepAsync);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int Woven() => Run(Woven::Work.AwaitedTasks.TenDeepAsync);

    private int Run(Func<ValueTask<int>, ValueTask<int>> call)
    {
        var sum = 0;
        for (var i = 0; i < Calls; i++)
        {
            var pending = call(_read.Start());
            _read.Complete(20);
            sum += pending.GetAwaiter().GetResult();
        }

        return sum;
    }
}
