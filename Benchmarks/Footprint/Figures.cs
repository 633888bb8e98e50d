using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Benchmarks.Footprint;

/// <summary>Measures the memory that a build keeps, and the cost of its first calls. Each figure is measured with its own methods.</summary>
/// <param name="build">The build.</param>
/// <param name="amounts">The numbers of threads, methods and calls of the measurement.</param>
internal sealed class Figures(Build build, Amounts amounts)
{
    private const int Calls = 1_000;
    private const int CollectionsOfAMinute = 6;

    /// <summary>
    /// Measures the bytes that are kept for each thread and method: after one call of each method on each thread, and after a minute without calls.
    /// </summary>
    public (double Used, double Idle) PerThreadAndMethod()
    {
        var methods = build.Values(set: 0, amounts.Methods);
        methods.ForEach(Call);
        using var begin = new Barrier(amounts.Threads + 1);
        using var end = new Barrier(amounts.Threads + 1);
        var threads = Enumerable.Range(0, amounts.Threads).Select(_ => new Thread(() =>
        {
            begin.SignalAndWait();
            begin.SignalAndWait();
            methods.ForEach(Call);
            end.SignalAndWait();
            end.SignalAndWait();
        })).ToList();
        threads.ForEach(thread => thread.Start());
        begin.SignalAndWait();
        var before = Level();
        begin.SignalAndWait();
        end.SignalAndWait();
        var used = Level() - before;
        WaitAMinute();
        var idle = Level() - before;
        end.SignalAndWait();
        threads.ForEach(thread => thread.Join());
        var each = (double)(amounts.Threads * amounts.Methods);
        return (used / each, idle / each);
    }

    /// <summary>
    /// Measures the bytes of a call that finds its pool empty, for three methods: one returns a ValueTask, one returns a task and has three longs in
    /// its machine, and one returns nothing.
    /// </summary>
    public (double Value, double Task, double Void) FromEmptyPools()
    {
        var value = build.Values(set: 1, 1)[0];
        var task = build.OfTask(set: 1);
        var nothing = build.OfVoid(set: 1);
        return (Bytes(signal => value(signal)), Bytes(signal => task(signal)), Bytes(nothing));

        static double Bytes(Action<Task> call)
        {
            // The first two calls also allocate objects that exist only once for each method and thread, so these calls are not measured.
            var first = new TaskCompletionSource();
            call(first.Task);
            call(first.Task);
            var signals = Enumerable.Range(0, Calls).Select(_ => new TaskCompletionSource()).ToList();
            var before = GC.GetAllocatedBytesForCurrentThread();
            foreach (var signal in signals)
            {
                call(signal.Task);
            }

            var bytes = GC.GetAllocatedBytesForCurrentThread() - before;
            signals.ForEach(signal => signal.SetResult());
            first.SetResult();
            return (double)bytes / Calls;
        }
    }

    /// <summary>
    /// Makes many calls at once, always of the same methods. Returns the time of the calls, and the bytes that are kept directly after the calls.
    /// </summary>
    public (TimeSpan Time, long Kept) Burst() => Burst(build.Values(set: 2, amounts.BurstMethods));

    /// <summary>Makes many calls at once. The methods were called only once before, so the runtime compiles most of their code during the burst.</summary>
    /// <param name="window">The number of the measuring window. Each window calls other methods.</param>
    public TimeSpan FirstBurst(int window)
    {
        var methods = build.Values(set: 3, amounts.BurstMethods * (window + 1))[(amounts.BurstMethods * window)..];
        methods.ForEach(Call);
        return Burst(methods).Time;
    }

    /// <summary>
    /// Lets calls of a method be in flight at once, and measures the bytes that are still kept a minute later: once for few calls, and once for many calls.
    /// </summary>
    public (long Few, long Many) AfterInFlight()
    {
        return (Left(set: 4, amounts.FewInFlight), Left(set: 5, amounts.ManyInFlight));

        long Left(int set, int calls)
        {
            var methods = build.Values(set, 1);
            methods.ForEach(Call);
            WaitAMinute();
            var before = Level();
            AllAtOnce(methods, calls);
            WaitAMinute();
            return Level() - before;
        }
    }

    /// <summary>Waits until the pools have released unused boxes.</summary>
    public void WaitAMinute()
    {
        // Collect garbage several times, as a running program does.
        for (var collection = 0; collection < CollectionsOfAMinute; collection++)
        {
            // Sleep a little longer than the pools wait between two trims.
            Thread.Sleep(amounts.Minute / CollectionsOfAMinute * 1.01);
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }

    private (TimeSpan Time, long Kept) Burst(List<Func<Task, ValueTask<int>>> methods)
    {
        var before = Level();
        var clock = Stopwatch.StartNew();
        AllAtOnce(methods, amounts.BurstCalls);
        var time = clock.Elapsed;
        return (time, Level() - before);
    }

    private static void Call(Func<Task, ValueTask<int>> method)
    {
        var signal = new TaskCompletionSource();
        var call = method(signal.Task);
        signal.SetResult();
        _ = call.Result;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void AllAtOnce(List<Func<Task, ValueTask<int>>> methods, int calls)
    {
        var signals = new TaskCompletionSource[calls];
        var pending = new ValueTask<int>[methods.Count * calls];
        for (var call = 0; call < calls; call++)
        {
            signals[call] = new TaskCompletionSource();
            for (var method = 0; method < methods.Count; method++)
            {
                pending[call * methods.Count + method] = methods[method](signals[call].Task);
            }
        }

        foreach (var signal in signals)
        {
            signal.SetResult();
        }

        foreach (var call in pending)
        {
            // For each task, one call of every method awaits this task. All these calls except the first continue on the thread pool. This loop polls, because
            // the ValueTasks of one build cannot block for a result.
            while (!call.IsCompleted)
            {
                Thread.Yield();
            }

            _ = call.Result;
        }
    }

    private static long Level()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        return GC.GetTotalMemory(forceFullCollection: true);
    }
}
