using System.Diagnostics;
using System.Runtime.CompilerServices;
using Benchmarks.Builders;

namespace Benchmarks.Ways;

/// <summary>One measured kind of calls: the methods, and how their calls are resumed.</summary>
/// <param name="Name">The row's name in the tables.</param>
/// <param name="Run">Makes a number of calls of a build's methods, one after the other.</param>
internal sealed record Resumption(string Name, Action<Methods, int> Run)
{
    private const int Counted = 20_000;
    private static readonly TimeSpan s_warmUp = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan s_window = TimeSpan.FromMilliseconds(40);

    private static readonly PendingRead s_read = new();
    private static readonly StrongBox<int> s_total = new();
    private static readonly Action s_complete = () => s_read.Complete(20);

    public static IReadOnlyList<Resumption> All { get; } =
    [
        new("a read, `ValueTask<int>`", (methods, calls) => Read(calls, () => Take(methods.Value))),
        new("a read, `Task<int>` with four longs", (methods, calls) => Read(calls, () => Take(methods.Task))),
        new("a read, `async void`", (methods, calls) => Read(calls, () => Take(methods.Void))),
        new("a read, ten calls deep", (methods, calls) => Read(calls, () => Take(methods.TenDeep))),
        new("`Task.Yield`", (methods, calls) => Await(calls, methods.Yield)),
        new("`Task.Yield`, ten calls deep", (methods, calls) => Await(calls, methods.TenDeepYield)),
        new("a task that queues its continuations", (methods, calls) => Await(calls, () => Queued(methods.Value))),
        new("the same, `Task<int>` with four longs", (methods, calls) => Await(calls, () => new(Queued(methods.Task)))),
        new("a task, in place", (methods, calls) => Read(calls, () => Take(methods.Value, new TaskCompletionSource<int>()))),
        new("a task, in a SynchronizationContext", (methods, calls) => Pump.Context(pump => Post(methods.Value, calls, pump))),
        new("the same, ten calls deep", (methods, calls) => Pump.Context(pump => Post(methods.TenDeep, calls, pump))),
        new("`Task.Yield`, in a SynchronizationContext", (methods, calls) => Pump.Context(pump => Post(methods.Yield, calls, pump))),
        new("a task, in a TaskScheduler", (methods, calls) => Pump.Scheduler(pump => Post(methods.Value, calls, pump))),
        new("the same, ten calls deep", (methods, calls) => Pump.Scheduler(pump => Post(methods.TenDeep, calls, pump))),
        new("`Task.Yield`, in a TaskScheduler", (methods, calls) => Pump.Scheduler(pump => Post(methods.Yield, calls, pump))),
        new("a read that a running task completes, ten calls deep", (methods, calls) => Read(calls, () => TakeInsideTask(methods.TenDeep))),
        new("`Task.WhenAny` of two, awaited", (methods, calls) => Read(calls, () => Race(methods))),
    ];

    /// <summary>Measures the bytes of a call, and its nanoseconds in the fastest of several short windows of time.</summary>
    public (double Bytes, double Nanoseconds) Measure(Methods methods)
    {
        var calls = 1_000;
        var watch = Stopwatch.StartNew();
        for (var total = TimeSpan.Zero; total < s_warmUp; total += watch.Elapsed)
        {
            watch.Restart();
            Run(methods, calls);
            calls = (int)Math.Clamp(calls * (s_window / watch.Elapsed), 100, 1_000_000);
        }

        var best = double.MaxValue;
        for (var window = 0; window < 12; window++)
        {
            watch.Restart();
            Run(methods, calls);
            best = Math.Min(best, watch.Elapsed.TotalNanoseconds / calls);
        }

        var before = GC.GetTotalAllocatedBytes(precise: true);
        Run(methods, Counted);
        return ((GC.GetTotalAllocatedBytes(precise: true) - before) / (double)Counted, best);
    }

    private static void Read(int calls, Action call)
    {
        for (var i = 0; i < calls; i++)
        {
            call();
        }
    }

    private static void Take(Func<ValueTask<int>, ValueTask<int>> method)
    {
        var call = method(s_read.Start());
        s_read.Complete(20);
        call.GetAwaiter().GetResult();
    }

    private static void Take(Func<ValueTask<int>, Task<int>> method)
    {
        var call = method(s_read.Start());
        s_read.Complete(20);
        call.GetAwaiter().GetResult();
    }

    private static void Take(Action<ValueTask<int>, StrongBox<int>> method)
    {
        method(s_read.Start(), s_total);
        s_read.Complete(20);
    }

    private static void Take(Func<ValueTask<int>, ValueTask<int>> method, TaskCompletionSource<int> source)
    {
        var call = method(new ValueTask<int>(source.Task));
        source.SetResult(20);
        call.GetAwaiter().GetResult();
    }

    private static void TakeInsideTask(Func<ValueTask<int>, ValueTask<int>> method)
    {
        var call = method(s_read.Start());
        new Task(s_complete).RunSynchronously();
        call.GetAwaiter().GetResult();
    }

    private static void Race(Methods methods)
    {
        var first = new TaskCompletionSource();
        var call = methods.WhenAny(first.Task, Never, 1);
        first.SetResult();
        call.GetAwaiter().GetResult();
    }

    private static Task Never { get; } = new TaskCompletionSource().Task;

    private static void Await(int calls, Func<ValueTask<int>> call)
    {
        AwaitAllAsync().GetAwaiter().GetResult();

        async Task AwaitAllAsync()
        {
            for (var i = 0; i < calls; i++)
            {
                await call();
            }
        }
    }

    private static TResult Queued<TResult>(Func<ValueTask<int>, TResult> method)
    {
        var source = new TaskCompletionSource<int>(TaskCreationOptions.RunContinuationsAsynchronously);
        var call = method(new ValueTask<int>(source.Task));
        source.SetResult(20);
        return call;
    }

    /// <summary>Makes calls inside the pump and completes the awaited task outside, so that the continuation is posted to the pump.</summary>
    private static void Post(Func<ValueTask<int>, ValueTask<int>> method, int calls, Pump pump)
    {
        for (var i = 0; i < calls; i++)
        {
            var source = new TaskCompletionSource<int>();
            ValueTask<int> call = default;
            pump.Inside(() => call = method(new ValueTask<int>(source.Task)));
            source.SetResult(20);
            pump.RunPosted();
            call.GetAwaiter().GetResult();
        }
    }

    private static void Post(Func<ValueTask<int>> method, int calls, Pump pump)
    {
        for (var i = 0; i < calls; i++)
        {
            ValueTask<int> call = default;
            pump.Inside(() => call = method());
            pump.RunPosted();
            call.GetAwaiter().GetResult();
        }
    }
}
