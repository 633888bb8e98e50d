using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>
/// Random calls of all kinds call each other on many threads. Every call must return the sum that its plan (see <see cref="Walk"/>) determines.
/// </summary>
public static class Walking
{
    private const int AtOnce = 16;

    private static readonly AsyncLocal<Walk?> s_current = new();

    [Scenario(OnlyPooled = true, IsStress = true)]
    public static void Random_calls_on_many_threads_come_to_their_sums(Trace trace)
    {
        using var ground = new Ground();
        var scheduler = new ConcurrentExclusiveSchedulerPair().ConcurrentScheduler;
        foreach (var seed in Stress.Seeds())
        {
            var walks = Enumerable.Range(seed, AtOnce).Select(Walk.From).ToArray();
            var calls = walks.Select((walk, i) => (i % 4) switch
            {
                0 => Any(walk, ground).AsTask(),
                1 => Task.Run(() => Any(walk, ground).AsTask()),
                2 => Task.Factory.StartNew(() => Any(walk, ground).AsTask(), default, TaskCreationOptions.None, scheduler).Unwrap(),
                _ => OnContext(ground.Contexts[i / 4 % 2], walk, ground),
            }).ToArray();
            if (!Task.WaitAll(calls, TimeSpan.FromSeconds(60)))
            {
                trace.Add($"{Expectation.Violation}seed {seed}: {calls.Count(call => !call.IsCompleted)} of {AtOnce} calls never end");
                return;
            }

            for (var i = 0; i < AtOnce; i++)
            {
                if (calls[i].Result != walks[i].Sum)
                {
                    trace.Add($"{Expectation.Violation}seed {seed}, call {i}: {calls[i].Result} instead of {walks[i].Sum}");
                }
            }

            while (ground.Faults.TryDequeue(out var fault))
            {
                trace.Add($"{Expectation.Violation}seed {seed}: {fault}");
            }
        }
    }

    private static Task<long> OnContext(ThreadContext context, Walk walk, Ground ground)
    {
        var result = new TaskCompletionSource<Task<long>>();
        context.Post(_ => result.SetResult(Any(walk, ground).AsTask()), null);
        return result.Task.Unwrap();
    }

    /// <summary>Makes the call that the walk plans. If the call fails, turns the failure into a number.</summary>
    private static async ValueTask<long> Any(Walk walk, Ground ground)
    {
        var sum = new Sum();
        try
        {
            switch (walk.Kind)
            {
                case Kinds.ValueTask: await ReturnsValueTask(walk, ground, sum).ConfigureAwait(walk.CapturesContext); break;
                case Kinds.ValueTaskOfInt: return await ReturnsValueTaskOfLong(walk, ground, sum).ConfigureAwait(walk.CapturesContext);
                case Kinds.Task: await ReturnsTask(walk, ground, sum).ConfigureAwait(walk.CapturesContext); break;
                case Kinds.TaskOfInt: return await ReturnsTaskOfLong(walk, ground, sum).ConfigureAwait(walk.CapturesContext);
                default:
                    ReturnsVoid(walk, ground, sum);
                    await sum.Ended.Task.ConfigureAwait(walk.CapturesContext);
                    break;
            }
        }
        catch (Escape escape)
        {
            return escape.Message == walk.Value.ToString() ? Walk.Failed : -1;
        }
        catch (OperationCanceledException)
        {
            return Walk.Cancelled;
        }

        return sum.Value;
    }

    private static async ValueTask ReturnsValueTask(Walk walk, Ground ground, Sum sum)
    {
        Begin(walk, ground);
        await Body(walk, ground, sum);
        EndAs(walk, ground);
    }

    private static async ValueTask<long> ReturnsValueTaskOfLong(Walk walk, Ground ground, Sum sum)
    {
        Begin(walk, ground);
        await Body(walk, ground, sum);
        EndAs(walk, ground);
        return sum.Value;
    }

    private static async Task ReturnsTask(Walk walk, Ground ground, Sum sum)
    {
        Begin(walk, ground);
        await Body(walk, ground, sum);
        EndAs(walk, ground);
    }

    private static async Task<long> ReturnsTaskOfLong(Walk walk, Ground ground, Sum sum)
    {
        Begin(walk, ground);
        await Body(walk, ground, sum);
        EndAs(walk, ground);
        return sum.Value;
    }

    private static async void ReturnsVoid(Walk walk, Ground ground, Sum sum)
    {
        try
        {
            Begin(walk, ground);
            await Body(walk, ground, sum);
            EndAs(walk, ground);
            sum.Ended.SetResult();
        }
        catch (Exception exception)
        {
            sum.Ended.SetException(exception);
        }
    }

    private static async Task Body(Walk walk, Ground ground, Sum sum)
    {
        sum.Value += walk.Value;
        foreach (var pause in walk.Pauses)
        {
            await Rest(pause, walk, ground);
            Check(walk, ground);
        }

        if (walk.CallsAtOnce)
        {
            var calls = Array.ConvertAll(walk.Calls, call => Any(call, ground));
            foreach (var call in calls)
            {
                sum.Value += await call;
            }
        }
        else
        {
            foreach (var call in walk.Calls)
            {
                sum.Value += await Any(call, ground).ConfigureAwait(walk.CapturesContext);
                Check(walk, ground);
            }
        }
    }

    private static async ValueTask Rest(Pause pause, Walk walk, Ground ground)
    {
        switch (pause)
        {
            case Pause.Yield:
                await Task.Yield();
                break;
            case Pause.Task:
                var source = new TaskCompletionSource();
                ground.Soon(source.SetResult);
                await source.Task.ConfigureAwait(walk.CapturesContext);
                break;
            case Pause.AsynchronousTask:
                var asynchronous = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
                ground.Soon(asynchronous.SetResult);
                await asynchronous.Task.ConfigureAwait(walk.CapturesContext);
                break;
            case Pause.Source:
                var valueTaskSource = new Source();
                var valueTask = valueTaskSource.ValueTask;
                ground.Soon(valueTaskSource.Complete);
                await valueTask.ConfigureAwait(walk.CapturesContext);
                break;
            case Pause.Signal:
                await new Signal { Registering = ground.Soon };
                break;
            case Pause.InPlace:
                await new Signal { Registering = continuation => continuation() };
                break;
            case Pause.NotCritical:
                await new NotCriticalSignal(new Signal { Registering = ground.Soon });
                break;
            default:
                await Task.CompletedTask;
                break;
        }

        Check(walk, ground);
    }

    private static void Begin(Walk walk, Ground ground)
    {
        s_current.Value = walk;
        if (walk.SetsContext is { } context)
        {
            SynchronizationContext.SetSynchronizationContext(ground.Contexts[context]);
        }
    }

    private static void Check(Walk walk, Ground ground)
    {
        if (s_current.Value != walk)
        {
            ground.Faults.Enqueue("an AsyncLocal has another call's value");
        }
    }

    private static void EndAs(Walk walk, Ground ground)
    {
        Check(walk, ground);
        switch (walk.End)
        {
            case End.Fails: throw new Escape(walk.Value.ToString());
            case End.IsCancelled: throw new OperationCanceledException();
        }
    }

    private sealed class Sum
    {
        public long Value;

        public TaskCompletionSource Ended { get; } = new();
    }
}
