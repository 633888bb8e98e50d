extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.Builders;

/// <summary>
/// A task method with a small state machine awaits a pending task. Shows how large a machine must be for pooling to pay. The parameter is the machine's size,
/// as the weaver estimates it. The weaver compares this size with MinimumStateMachineSize.
/// </summary>
[Goal("`Task<int>` over a pending `Task<int>`, a machine of 24 bytes", 24, Bytes = Source + 72)]
[Goal("the same, 32 bytes", 32, Bytes = Source + 72)]
[Goal("the same, 40 bytes", 40, Bytes = Source + 72)]
[Goal("the same, 48 bytes", 48, Bytes = Source + 72)]
public class SmallMachines
{
    /// <summary>The bytes of the awaited task and its source.</summary>
    private const int Source = 96;

    private const int Calls = 1_000;

    private readonly int[] _numbers = [1];

    [Params(24, 32, 40, 48)]
    public int Size { get; set; }

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public int NotWoven() => Run(NotWoven::Work.Machines.Await, Size switch
    {
        24 => NotWoven::Work.Machines.Of24Async,
        32 => () => NotWoven::Work.Machines.Of32Async(_numbers),
        40 => () => NotWoven::Work.Machines.Of40Async(_numbers, _numbers),
        _ => () => NotWoven::Work.Machines.Of48Async(_numbers, _numbers, _numbers),
    });

    [Benchmark(OperationsPerInvoke = Calls)]
    public int Woven() => Run(Woven::Work.Machines.Await, Size switch
    {
        24 => Woven::Work.Machines.Of24Async,
        32 => () => Woven::Work.Machines.Of32Async(_numbers),
        40 => () => Woven::Work.Machines.Of40Async(_numbers, _numbers),
        _ => () => Woven::Work.Machines.Of48Async(_numbers, _numbers, _numbers),
    });

    private int Run(Action<Task<int>> setAwaited, Func<Task<int>> call)
    {
        var sum = 0;
        for (var i = 0; i < Calls; i++)
        {
            var source = new TaskCompletionSource<int>();
            setAwaited(source.Task);
            var task = call();
            source.SetResult(20);
            sum += task.Result;
        }

        return sum;
    }
}
