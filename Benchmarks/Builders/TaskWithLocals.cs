extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.Builders;

/// <summary>
/// A task method awaits a read that completes on the same thread. The parameter is the number of locals of type long that live across the await.
/// </summary>
[Goal("`Task<int>` with no long local across the await", 0, Bytes = 72, Must = 1.05)]
[Goal("the same, 1 long local", 1, Bytes = 72)]
[Goal("the same, 2 long locals", 2, Bytes = 72)]
[Goal("the same, 4 long locals", 4, Bytes = 72, Must = 0.95)]
[Goal("the same, 12 long locals", 12, Bytes = 72, Must = 0.90)]
[Goal("the same, 28 long locals", 28, Bytes = 72, Must = 0.85)]
public class TaskWithLocals
{
    private const int Calls = 1_000;

    private readonly PendingRead _read = new();
    private Func<ValueTask<int>, Task<int>> _notWoven = null!;
    private Func<ValueTask<int>, Task<int>> _woven = null!;

    [Params(0, 1, 2, 4, 12, 28)]
    public int Locals { get; set; }

    [GlobalSetup]
    public void SetUp()
    {
        _notWoven = Locals switch
        {
            0 => NotWoven::Work.Locals.NoneAsync,
            1 => NotWoven::Work.Locals.OneAsync,
            2 => NotWoven::Work.Locals.TwoAsync,
            4 => NotWoven::Work.Locals.FourAsync,
            12 => NotWoven::Work.Locals.TwelveAsync,
            _ => NotWoven::Work.Locals.TwentyEightAsync,
        };
        _woven = Locals switch
        {
            0 => Woven::Work.Locals.NoneAsync,
            1 => Woven::Work.Locals.OneAsync,
            2 => Woven::Work.Locals.TwoAsync,
            4 => Woven::Work.Locals.FourAsync,
            12 => Woven::Work.Locals.TwelveAsync,
            _ => Woven::Work.Locals.TwentyEightAsync,
        };
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public int NotWoven() => Run(_notWoven);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int Woven() => Run(_woven);

    private int Run(Func<ValueTask<int>, Task<int>> call)
    {
        var sum = 0;
        for (var i = 0; i < Calls; i++)
        {
            var task = call(_read.Start());
            _read.Complete(20);
            sum += task.Result;
        }

        return sum;
    }
}
