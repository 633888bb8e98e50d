using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>
/// If code uses a ValueTask after its consumption, or awaits it twice, the code gets an exception that names the misuse. The misuse has no other effect.
/// </summary>
public static class Misusing
{
    private static readonly (string Name, Action<ValueTask<int>> Use)[] s_uses =
    [
        ("GetResult", valueTask => valueTask.GetAwaiter().GetResult()),
        ("Result", valueTask => _ = valueTask.Result),
        ("AsTask", valueTask => _ = valueTask.AsTask()),
        ("Preserve", valueTask => _ = valueTask.Preserve()),
        ("IsCompleted", valueTask => _ = valueTask.IsCompleted),
        ("IsCompletedSuccessfully", valueTask => _ = valueTask.IsCompletedSuccessfully),
        ("IsFaulted", valueTask => _ = valueTask.IsFaulted),
        ("IsCanceled", valueTask => _ = valueTask.IsCanceled),
        ("OnCompleted", valueTask => valueTask.GetAwaiter().OnCompleted(() => { })),
        ("UnsafeOnCompleted", valueTask => valueTask.ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(() => { })),
        ("await", valueTask => DefaultConsumers.Await(valueTask, true, () => { }).GetAwaiter().GetResult()),
        ("await by the same builder", valueTask => _ = SameConsumers.Await(valueTask, true, () => { }).Result),
    ];

    [Scenario(OnlyPooled = true)]
    public static void Every_use_after_consumption_says_so_and_leaves_the_next_call_alone(Trace trace)
    {
        foreach (var (name, use) in s_uses)
        {
            var stale = Consumed();
            Complains(trace, name, () => use(stale));

            // The next call on this thread rents the same box. The stale ValueTask must not disturb that call, neither before nor after it completes.
            var signal = new Signal();
            var next = Suspends(signal, 7);
            Complains(trace, name, () => use(stale));
            trace.Expect("the next call is pending", false, next.IsCompleted);
            var went = 0;
            next.GetAwaiter().OnCompleted(() => went++);
            Complains(trace, name, () => use(stale));
            signal.Complete();
            trace.Expect("its continuation ran", 1, went);
            Complains(trace, name, () => use(stale));
            trace.Expect("its result", 7, next.Result);
        }
    }

    [Scenario(OnlyPooled = true, LetsEscape = true)]
    public static void Awaiting_a_pending_call_twice_complains_and_leaves_the_first_await_alone(Trace trace)
    {
        var signal = new Signal();
        var valueTask = Suspends(signal, 7);
        var first = DefaultConsumers.Await(valueTask, true, () => { });

        // Awaiting code cannot catch an exception that an awaiter throws during the registration. The exception is thrown on the thread pool.
        Escapes.ExpectsMisuse = true;
        var second = DefaultConsumers.Await(valueTask, true, () => { });
        trace.Expect("a second await", true, Escapes.Next().Contains($"{nameof(Misusing)}.{nameof(Suspends)} was awaited twice"));
        Escapes.ExpectsMisuse = false;
        trace.Expect("never ends", false, second.IsCompleted);
        Complains(trace, "blocking", () => valueTask.GetAwaiter().GetResult());
        Complains(trace, "AsTask", () => _ = valueTask.AsTask());
        trace.Expect("pending", false, first.IsCompleted);
        signal.Complete();
        trace.Expect("completed", true, first.IsCompletedSuccessfully);
    }

    [Scenario(OnlyPooled = true)]
    public static void A_faulted_call_is_consumed_as_well(Trace trace)
    {
        var signal = new Signal();
        var valueTask = Methods.ReturnsValueTask(new Script().Await(signal).Throw(new FormatException("thrown")));
        signal.Complete();
        trace.Throws<FormatException>("first", () => valueTask.GetAwaiter().GetResult());
        Complains(trace, "second", () => valueTask.GetAwaiter().GetResult(), nameof(Methods) + "." + nameof(Methods.ReturnsValueTask));
    }

    [Scenario(OnlyPooled = true)]
    public static void A_token_never_becomes_valid_again(Trace trace)
    {
        var stale = Consumed();
        for (var use = 0; use < 70_000; use++)
        {
            // The token could recur after 65,536 uses, so the test tries every use near that number. It tries few other uses, because exceptions are slow.
            var tries = use % 1_000 == 0 || Math.Abs(use - 65_536) < 100;
            var signal = new Signal();
            var current = Suspends(signal, use);
            if (tries && IsValid(stale))
            {
                trace.Add($"{Expectation.Violation}valid again in use {use}");
            }

            signal.Complete();
            if (tries && IsValid(stale))
            {
                trace.Add($"{Expectation.Violation}valid again in use {use}, completed");
            }

            if (current.Result != use)
            {
                trace.Add($"{Expectation.Violation}use {use} has another's result");
            }
        }
    }

    [Scenario(OnlyPooled = true)]
    public static void Many_threads_that_race_for_one_result_get_it_once(Trace trace)
    {
        const int Threads = 4;
        const int Rounds = 300;
        using var barrier = new Barrier(Threads + 1);
        var current = default(ValueTask<int>);
        var won = 0;
        var lost = 0;
        var threads = Enumerable.Range(0, Threads).Select(_ => new Thread(() =>
        {
            for (var round = 0; round < Rounds; round++)
            {
                barrier.SignalAndWait();
                try
                {
                    Interlocked.Add(ref won, current.Result == round ? 1 : 1_000_000);
                }
                catch (InvalidOperationException)
                {
                    Interlocked.Increment(ref lost);
                }

                barrier.SignalAndWait();
            }
        })).ToList();
        threads.ForEach(thread => thread.Start());
        for (var round = 0; round < Rounds; round++)
        {
            var signal = new Signal();
            current = Suspends(signal, round);
            if (round % 2 == 0)
            {
                signal.Complete();
                barrier.SignalAndWait();
            }
            else
            {
                barrier.SignalAndWait();
                signal.Complete();
            }

            barrier.SignalAndWait();
        }

        threads.ForEach(thread => thread.Join());
        trace.Expect("won", Rounds, won);
        trace.Expect("lost", Rounds * (Threads - 1), lost);
    }

    /// <summary>Tries stale tokens of every age, on several threads, while the boxes are in heavy use.</summary>
    [Scenario(OnlyPooled = true)]
    public static void Stale_uses_from_other_threads_disturb_no_call(Trace trace)
    {
        const int Calls = 150_000;
        var stale = new ValueTask<int>[64];
        Array.Fill(stale, Consumed());
        var stop = false;
        var complaints = 0L;
        var succeeded = 0;
        var threads = Enumerable.Range(1, 3).Select(seed => new Thread(() =>
        {
            var random = new Random(seed);
            while (!Volatile.Read(ref stop))
            {
                // The copy may be torn: it may have one call's object and another call's token. Such a ValueTask is stale as well.
                var valueTask = stale[random.Next(stale.Length)];
                try
                {
                    switch (random.Next(4))
                    {
                        case 0: _ = valueTask.Result; break;
                        case 1: valueTask.GetAwaiter().UnsafeOnCompleted(() => Interlocked.Increment(ref succeeded)); break;
                        case 2: _ = valueTask.AsTask(); break;
                        default: _ = valueTask.IsCompleted; break;
                    }

                    Interlocked.Increment(ref succeeded);
                }
                catch (InvalidOperationException)
                {
                    Interlocked.Increment(ref complaints);
                }
            }
        }) { IsBackground = true }).ToList();
        threads.ForEach(thread => thread.Start());

        var sum = 0L;
        var went = 0;
        for (var call = 0; call < Calls; call++)
        {
            var signal = new Signal();
            var valueTask = Suspends(signal, call);
            if (call % 3 == 0)
            {
                valueTask.GetAwaiter().UnsafeOnCompleted(() => went++);
            }

            signal.Complete();
            sum += valueTask.Result;
            lock (stale)
            {
                stale[call % stale.Length] = valueTask;
            }
        }

        Volatile.Write(ref stop, true);
        threads.ForEach(thread => thread.Join());
        trace.Expect("sum", (long)Calls * (Calls - 1) / 2, sum);
        trace.Expect("continuations", (Calls + 2) / 3, went);
        trace.Expect("stale uses that succeeded", 0, succeeded);
        trace.Expect("stale uses that complained", true, complaints > 0);
    }

    private static void Complains(Trace trace, string label, Action use, string method = nameof(Misusing) + "." + nameof(Suspends))
    {
        var message = trace.Throws<InvalidOperationException>(label, use)?.Message ?? "";
        trace.Expect("names the method", true, message.Contains($"{method} "));
        trace.Expect("says how to exclude it", true, message.Contains("[PooledAwaitIgnore]") && message.Contains("FodyWeavers.xml"));
    }

    /// <summary>Whether any use of the ValueTask succeeds.</summary>
    private static bool IsValid(ValueTask<int> valueTask)
    {
        return Succeeds(() => _ = valueTask.IsCompleted) || Succeeds(() => valueTask.GetAwaiter().GetResult());

        static bool Succeeds(Action use)
        {
            try
            {
                use();
                return true;
            }
            catch (InvalidOperationException)
            {
                return false;
            }
        }
    }

    /// <summary>Returns a ValueTask that was already consumed.</summary>
    private static ValueTask<int> Consumed()
    {
        var signal = new Signal();
        var valueTask = Suspends(signal, 1);
        signal.Complete();
        _ = valueTask.Result;
        return valueTask;
    }

    private static async ValueTask<int> Suspends(Signal signal, int result)
    {
        await signal;
        return result;
    }
}
