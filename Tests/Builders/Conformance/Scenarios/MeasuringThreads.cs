using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Measures calls that move from thread to thread. They must allocate nothing on any of these threads.</summary>
/// <remarks>
/// A window is 1,000 calls. At least 45 of 60 windows must not allocate a single byte. The other windows may allocate for harmless reasons: code that is not
/// yet optimised, a collection that trims the pools, a box whose tokens are used up, or other work of the thread pool. If every thousandth call leaks an
/// object, every window shows the leak. If one call in a thousand leaks at random, two of three windows show the leak. This leak stays hidden in 45 of 60
/// windows only once in five hundred million runs.
/// </remarks>
public static class MeasuringThreads
{
    private const int Calls = 1_000;
    private const int Windows = 60;
    private const int EmptyWindows = 45;
    private const int Attempts = 20;

    private static object? s_leaked;

    [Scenario(OnlyPooled = true, CountsBytes = true, NeedsThreadPool = true)]
    public static void Calls_that_yield(Trace trace) => Yields(trace, Attempts, _ => { });

    /// <summary>Leaks objects on purpose: at regular intervals and at random, on the thread pool and on the calling thread.</summary>
    [Scenario(OnlyPooled = true, CountsBytes = true, NeedsThreadPool = true)]
    public static void A_leak_in_one_call_of_a_thousand_is_noticed(Trace trace)
    {
        // After these calls, a window without a leak allocates nothing.
        Yields(trace, Attempts, _ => { });
        var random = new Random(1);
        IsNoticed("in the calls, each thousandth", inCall: call => LeakWhere(call % 1_000 == 0));
        IsNoticed("in the calls, by chance", inCall: _ => LeakWhere(random.Next(1_000) == 0));
        IsNoticed("in their caller, each thousandth", afterCall: call => LeakWhere(call % 1_000 == 0));

        void IsNoticed(string leak, Action<int>? inCall = null, Action<int>? afterCall = null)
        {
            var measured = new Trace();
            Yields(measured, attempts: 1, inCall ?? (_ => { }), afterCall);
            trace.Expect(leak, true, measured.Lines.Any(line => line.StartsWith(Expectation.Violation)));
        }
    }

    [Scenario(OnlyPooled = true, CountsBytes = true, NeedsThreadPool = true)]
    public static void Calls_that_await_an_asynchronous_task_cost_the_task_alone(Trace trace)
    {
        // The sources are created before a window, so the window contains only the cost of awaiting them.
        var sources = new TaskCompletionSource[Calls];
        using var done = Event();
        using var meter = new AllocationMeter();
        var set = new Action(done.Set);
        AllocatesNothing(
            trace,
            meter,
            Attempts,
            () =>
            {
                foreach (var source in sources)
                {
                    var awaiter = Awaits(source.Task, meter).ConfigureAwait(false).GetAwaiter();
                    awaiter.UnsafeOnCompleted(set);
                    source.SetResult();
                    done.Wait();
                    done.Reset();
                    awaiter.GetResult();
                }
            },
            before: () =>
            {
                for (var i = 0; i < sources.Length; i++)
                {
                    sources[i] = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
                }
            });
    }

    /// <summary>
    /// Calls start on one thread, and are completed and consumed on another. So boxes move from the first thread's pool to the second thread's pool.
    /// </summary>
    [Scenario(OnlyPooled = true, CountsBytes = true)]
    public static void Rented_on_one_thread_and_returned_on_another(Trace trace)
    {
        var sources = new ReusableSource[Calls];
        for (var i = 0; i < Calls; i++)
        {
            sources[i] = new ReusableSource();
        }

        var calls = new ValueTask<int>[Calls];
        using var meter = new AllocationMeter();
        using var started = new SemaphoreSlim(0);
        using var consumed = new SemaphoreSlim(0);
        using var stop = new CancellationTokenSource();
        var other = new Thread(() =>
        {
            while (true)
            {
                started.Wait();
                if (stop.IsCancellationRequested)
                {
                    return;
                }

                for (var i = 0; i < Calls; i++)
                {
                    sources[i].Complete();
                    _ = calls[i].Result;
                }

                meter.Note();
                consumed.Release();
            }
        }) { IsBackground = true };
        other.UnsafeStart();
        AllocatesNothing(trace, meter, Attempts, () =>
        {
            for (var i = 0; i < Calls; i++)
            {
                calls[i] = AwaitsSource(sources[i]);
            }

            started.Release();
            consumed.Wait();
        });
        stop.Cancel();
        started.Release();
        other.Join();
    }

    private static void AllocatesNothing(Trace trace, AllocationMeter meter, int attempts, Action run, Action? before = null)
    {
        // Collects now, because a collection that an earlier test caused could otherwise trim the pools during the measurement.
        GC.Collect();
        GC.WaitForPendingFinalizers();
        var most = 0;
        for (var attempt = 0; attempt < attempts && most < EmptyWindows; attempt++)
        {
            var empty = 0;
            for (var window = 0; window < Windows; window++)
            {
                before?.Invoke();
                meter.Take();
                run();
                empty += meter.Take() == 0 ? 1 : 0;
            }

            most = Math.Max(most, empty);
        }

        trace.Expect($"of {Windows} windows, {most} without a byte", true, most >= EmptyWindows);
    }

    private static void Yields(Trace trace, int attempts, Action<int> inCall, Action<int>? afterCall = null)
    {
        using var done = Event();
        using var meter = new AllocationMeter();
        var set = new Action(done.Set);
        var gate = new Gate();
        AllocatesNothing(trace, meter, attempts, () =>
        {
            for (var call = 0; call < Calls; call++)
            {
                gate.Close();
                var awaiter = YieldsOnce(gate, meter, inCall, call).ConfigureAwait(false).GetAwaiter();
                awaiter.UnsafeOnCompleted(set);
                gate.Open();
                done.Wait();
                done.Reset();
                awaiter.GetResult();
                afterCall?.Invoke(call);
            }
        });
    }

    private static async ValueTask<int> YieldsOnce(Gate gate, AllocationMeter meter, Action<int> inCall, int call)
    {
        await Task.Yield();
        inCall(call);
        meter.Note();
        gate.Wait();
        return 1;
    }

    private static async ValueTask Awaits(Task task, AllocationMeter meter)
    {
        await task;
        meter.Note();
    }

    private static async ValueTask<int> AwaitsSource(ReusableSource source) => await source.ValueTask;

    // On a busy machine, a spinning thread would take the processor from the thread that it waits for.
    private static ManualResetEventSlim Event() => new(initialState: false, spinCount: 0);

    private static void LeakWhere(bool condition)
    {
        if (condition)
        {
            s_leaked = new object();
        }
    }

    /// <summary>
    /// Delays a call's completion until its continuation is registered. Registering a continuation with a completed call would cost a work item of the thread
    /// pool.
    /// </summary>
    private sealed class Gate
    {
        private volatile bool _isOpen;

        public void Close() => _isOpen = false;

        public void Open() => _isOpen = true;

        public void Wait()
        {
            var spinner = new SpinWait();
            while (!_isOpen)
            {
                spinner.SpinOnce(sleep1Threshold: -1);
            }
        }
    }
}
