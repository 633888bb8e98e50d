namespace Tests.WhenAny;

/// <summary>
/// Calls WhenAny again and again on one thread, while two other threads complete the tasks. A task may complete while the call registers its continuations, or
/// while it removes them.
/// </summary>
/// <param name="whenAny">The WhenAny method to call.</param>
/// <param name="slots">The number of tasks that the method gets.</param>
/// <param name="isAwaited">True to await the result; false to block until it is there.</param>
public sealed class Race(Func<Task<int>[], Started> whenAny, int slots, bool isAwaited)
{
    private const int Batch = 500;

    private readonly TaskCompletionSource<int> _never = new();

    /// <summary>The last round whose tasks may be completed. Only the calling thread writes this field.</summary>
    private int _position;

    /// <summary>Runs whole batches until at least this many rounds have run.</summary>
    public void Run(int rounds)
    {
        for (var first = 0; first < rounds; first += Batch)
        {
            RunBatch(first);
        }
    }

    private void RunBatch(int first)
    {
        var completed = Enumerable.Range(0, 2).Select(_ => new TaskCompletionSource<int>[Batch]).ToArray();
        foreach (var sources in completed)
        {
            for (var round = 0; round < Batch; round++)
            {
                sources[round] = new TaskCompletionSource<int>();
            }
        }

        Volatile.Write(ref _position, -1);
        var threads = completed.Select(sources => new Thread(() => Complete(sources)) { IsBackground = true }).ToArray();
        Array.ForEach(threads, thread => thread.Start());

        for (var round = 0; round < Batch; round++)
        {
            Call(first + round, completed[0][round].Task, completed[1][round].Task, round);
        }

        Array.ForEach(threads, thread => thread.Join());
        if (Continuations.CountOf(_never.Task) != 0)
        {
            throw new InvalidOperationException("A call is still registered with a task that never completes.");
        }
    }

    private void Complete(TaskCompletionSource<int>[] sources)
    {
        for (var round = 0; round < Batch; round++)
        {
            var spinner = new SpinWait();
            while (Volatile.Read(ref _position) < round)
            {
                spinner.SpinOnce(sleep1Threshold: -1);
            }

            sources[round].SetResult(round);
        }
    }

    private void Call(int round, Task<int> one, Task<int> other, int position)
    {
        // From round to round, the tasks change their slots. So each slot gets tasks of both completing threads. In some rounds, one task is in two slots.
        var candidates = new[] { one, other, round % 5 == 0 ? one : _never.Task, _never.Task };
        var tasks = new Task<int>[slots];
        for (var slot = 0; slot < slots; slot++)
        {
            tasks[(slot + round) % slots] = candidates[slot];
        }

        // Waits for a varying time, so that sometimes the completing threads and sometimes the call comes first.
        Volatile.Write(ref _position, position);
        Thread.SpinWait(round % 3 == 0 ? 0 : round * 7 % 120);

        var started = whenAny(tasks);
        var winner = isAwaited ? started.Await().GetAwaiter().GetResult() : started.Winner();
        if (!winner.IsCompleted || (winner != one && winner != other))
        {
            throw new InvalidOperationException($"Round {round}: the winner had not completed, or belongs to another call.");
        }
    }
}
