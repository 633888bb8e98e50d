namespace AssemblyToProcess.Valid;

/// <summary>Tasks of the assembly's own methods. The code reads a task's status. Then it either awaits the task or reads the task's result.</summary>
public static class DirectAwaitTwoWays
{
    private static readonly Func<int, Exception?>[] s_failures =
    [
        _ => null, value => new InvalidOperationException($"failed {value}"), value => new OperationCanceledException($"cancelled {value}", new CancellationToken(true)),
    ];

    private interface IReader
    {
        Task<int> ReadAsync(Turnstile? turnstile, int value, Exception? failure);
    }

    public static Task Of_the_result(Trace trace) => Both(trace, ResultOrAwait);

    public static Task Of_the_awaiter(Trace trace) => Both(trace, AwaiterOrAwait);

    public static Task Of_no_result(Trace trace) => Both(trace, NothingOrAwait);

    public static Task Of_what_it_became(Trace trace) => Both(trace, Status);

    public static Task Of_one_of_two(Trace trace) => Both(trace, OneOfTwo);

    public static Task Across_an_await(Trace trace) => Both(trace, AcrossAnAwait);

    public static Task With_handlers(Trace trace) => Both(trace, (turnstile, value, failure) => Guarded(trace, turnstile, value, failure));

    public static Task Until_it_has_completed(Trace trace) => Both(trace, Polled);

    public static Task With_a_type_parameter(Trace trace) => Both(trace, async (turnstile, value, failure) => (await Same(turnstile, $"{value}", failure)).Length);

    public static async Task Through_an_interface(Trace trace)
    {
        foreach (var reader in new IReader[] { new Reader(), new Keeping(), new Forwarding() })
        {
            trace.Add(reader.GetType().Name);
            await Both(trace, (turnstile, value, failure) => Through(reader, turnstile, value, failure));
        }
    }

    public static async Task Of_null(Trace trace)
    {
        foreach (var method in new Func<Task<int>>[] { () => Through(new Nulls(), null, 1, null), () => Forwarded(null), () => CaughtAtTheLook(trace, new Nulls()) })
        {
            try
            {
                trace.Add("read", await method());
            }
            catch (NullReferenceException)
            {
                trace.Add("null");
            }
        }
    }

    /// <summary>If only the status of a task was read, the task's exception is reported as unobserved.</summary>
    public static void That_nobody_awaits(Trace trace)
    {
        var exceptions = new List<string>();
        EventHandler<UnobservedTaskExceptionEventArgs> note = (_, arguments) =>
        {
            lock (exceptions)
            {
                exceptions.AddRange(arguments.Exception.InnerExceptions.Where(e => e is NotSupportedException).Select(e => e.Message));
            }
        };
        TaskScheduler.UnobservedTaskException += note;
        Drop();
        for (var i = 0; i < 3; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        TaskScheduler.UnobservedTaskException -= note;
        trace.Add("told", string.Join(", ", exceptions));
    }

    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
    private static void Drop()
    {
        var turnstile = new Turnstile();
        var task = AskedOnly(turnstile);
        turnstile.PassAll();
        _ = task.Result;
    }

    private static async Task<int> AskedOnly(Turnstile turnstile)
    {
        var task = Value(turnstile, 1, new NotSupportedException("asked only"));
        await turnstile;
        await turnstile;
        return task.IsFaulted ? -1 : await task;
    }

    private static async Task Both(Trace trace, Func<Turnstile?, int, Exception?, Task<int>> method)
    {
        for (var i = 0; i < s_failures.Length; i++)
        {
            trace.Add("at once", await Outcome(() => method(null, i, s_failures[i](i))));
            var turnstile = new Turnstile();
            var outcome = Outcome(() => method(turnstile, i, s_failures[i](i)));
            turnstile.PassAll();
            trace.Add("later", await outcome);
        }
    }

    private static async Task<int> ResultOrAwait(Turnstile? turnstile, int value, Exception? failure)
    {
        var task = Value(turnstile, value, failure);
        int result;
        if (task.IsCompleted)
        {
            result = task.Result;
        }
        else
        {
            result = await task.ConfigureAwait(false);
        }

        return 10 * result;
    }

    private static async Task<int> AwaiterOrAwait(Turnstile? turnstile, int value, Exception? failure)
    {
        var task = Value(turnstile, value, failure);
        return !task.IsCompleted ? await task : 10 + task.GetAwaiter().GetResult();
    }

    private static async Task<int> NothingOrAwait(Turnstile? turnstile, int value, Exception? failure)
    {
        Task task = Nothing(turnstile, failure);
        if (task.IsCompleted)
        {
            task.GetAwaiter().GetResult();
            return value;
        }

        await task;
        return 10 + value;
    }

    private static async Task<int> Status(Turnstile? turnstile, int value, Exception? failure)
    {
        var task = Value(turnstile, value, failure);
        if (turnstile != null)
        {
            await turnstile;
        }

        var status = (task.IsCompleted ? 100 : 0) + (task.IsFaulted ? 1000 : 0) + (task.IsCanceled ? 10_000 : 0);
        if (task.IsFaulted || task.IsCanceled)
        {
            try
            {
                return status + await task;
            }
            catch (Exception e)
            {
                return status - e.Message.Length;
            }
        }

#if NET
        return status + (task.IsCompletedSuccessfully ? task.Result : await task);
#else
        return status + await task;
#endif
    }

    private static async Task<int> OneOfTwo(Turnstile? turnstile, int value, Exception? failure)
    {
        var first = Value(turnstile, value, failure);
        var second = Value(null, value + 1, null);
        var result = second.IsCompleted ? second.Result : await second;
        return first.IsCompleted ? first.Result + result : await first - result;
    }

    private static async Task<int> AcrossAnAwait(Turnstile? turnstile, int value, Exception? failure)
    {
        var task = Value(turnstile, value, failure);
        if (turnstile != null)
        {
            await turnstile;
        }

        return task.IsCompleted ? task.Result : await task;
    }

    private static async Task<int> Guarded(Trace trace, Turnstile? turnstile, int value, Exception? failure)
    {
        try
        {
            var task = Value(turnstile, value, failure);
            try
            {
                return task.IsCompleted ? task.Result : await task;
            }
            catch (AggregateException e) when (e.InnerException is InvalidOperationException)
            {
                trace.Add("caught", e.InnerExceptions.Count);
                return -1;
            }
        }
        finally
        {
            trace.Add("finally");
        }
    }

    private static async Task<int> Polled(Turnstile? turnstile, int value, Exception? failure)
    {
        var task = Value(turnstile, value, failure);
        while (!task.IsCompleted)
        {
            await turnstile!;
        }

        return await task;
    }

    private static async Task<T> Same<T>(Turnstile? turnstile, T value, Exception? failure)
    {
        var task = Of(turnstile, value, failure);
        return task.IsCompleted ? task.Result : await task;
    }

    private static async Task<int> Through(IReader reader, Turnstile? turnstile, int value, Exception? failure)
    {
        var task = reader.ReadAsync(turnstile, value, failure);
        return task.IsCompleted ? task.Result : await task.ConfigureAwait(false);
    }

    private static async Task<int> Forwarded(Turnstile? turnstile)
    {
        var task = Perhaps(turnstile);
        return task.IsCompleted ? task.Result : await task;
    }

    // Reading the status of a null task throws, inside a try block that does not contain the call.
    private static async Task<int> CaughtAtTheLook(Trace trace, IReader reader)
    {
        var task = reader.ReadAsync(null, 1, null);
        try
        {
            return task.IsCompleted ? task.Result : await task;
        }
        catch (NullReferenceException)
        {
            trace.Add("caught");
            return -1;
        }
    }

    private static Task<int> Perhaps(Turnstile? turnstile) => turnstile == null ? null! : Value(turnstile, 1, null);

    private static async Task<int> Value(Turnstile? turnstile, int value, Exception? failure)
    {
        await Nothing(turnstile, failure);
        return value;
    }

    private static async Task<T> Of<T>(Turnstile? turnstile, T value, Exception? failure)
    {
        await Nothing(turnstile, failure);
        return value;
    }

    private static async Task Nothing(Turnstile? turnstile, Exception? failure)
    {
        if (turnstile != null)
        {
            await turnstile;
        }

        if (failure != null)
        {
            throw failure;
        }
    }

    private static async Task<string> Outcome(Func<Task<int>> method)
    {
        try
        {
            return $"{await method()}";
        }
        catch (AggregateException e)
        {
            return string.Join(", ", e.InnerExceptions.Select(Told).Prepend("all of"));
        }
        catch (Exception e)
        {
            return Told(e);
        }
    }

    // A cancelled task creates its exception when its result is read, so the stack trace contains the method that reads.
    private static string Told(Exception e) => e is OperationCanceledException cancelled
        ? $"{e.GetType().Name}: {e.Message} {cancelled.CancellationToken.IsCancellationRequested}"
        : $"{e.GetType().Name}: {e.Message} {StackFrames.Of(e)}";

    private sealed class Reader : IReader
    {
        public async Task<int> ReadAsync(Turnstile? turnstile, int value, Exception? failure)
        {
            await Nothing(turnstile, failure);
            return value;
        }
    }

    private sealed class Keeping : IReader
    {
        public Task<int> ReadAsync(Turnstile? turnstile, int value, Exception? failure) =>
            Value(turnstile, value, failure).ContinueWith(read => read.GetAwaiter().GetResult(), TaskContinuationOptions.ExecuteSynchronously);
    }

    private sealed class Forwarding : IReader
    {
        public Task<int> ReadAsync(Turnstile? turnstile, int value, Exception? failure) => Value(turnstile, value, failure);
    }

    private sealed class Nulls : IReader
    {
        public Task<int> ReadAsync(Turnstile? turnstile, int value, Exception? failure) => null!;
    }
}
