using System.Runtime.CompilerServices;
using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Tests async iterators and async disposables around and inside calls of pooled methods. Async iterators are their own ValueTask sources.</summary>
public static class Iterating
{
    private enum End
    {
        AllItems,
        Break,
        Cancelled,
        Thrown,
    }

    [Scenario]
    public static void Items_and_disposal_come_in_order_however_it_ends(Trace trace)
    {
        // Tries each value of End twice. The second time, the calls rent the boxes of the first time.
        foreach (var end in Enum.GetValues<End>().Concat(Enum.GetValues<End>()))
        {
            trace.Add(end.ToString());
            using var source = new CancellationTokenSource();
            var signal = new Signal();
            var sum = Sum(signal, trace, end, source.Token);
            for (var completions = 0; !sum.IsCompleted; completions++)
            {
                if (end == End.Cancelled && completions == 2)
                {
                    source.Cancel();
                }

                signal.Complete();
            }

            trace.Expect("cancelled", end == End.Cancelled, sum.IsCanceled);
            switch (end)
            {
                case End.Cancelled:
                    var cancelled = trace.Throws<OperationCanceledException>("thrown", () => _ = sum.Result);
                    trace.Expect("its own token", true, cancelled?.CancellationToken == source.Token);
                    break;
                case End.Thrown:
                    trace.Throws<FormatException>("thrown", () => _ = sum.Result);
                    break;
                default:
                    trace.Expect("sum", end == End.Break ? 3 : 10, sum.Result);
                    break;
            }
        }
    }

    private static async ValueTask<int> Sum(Signal signal, Trace trace, End end, CancellationToken cancellation)
    {
        var sum = 0;
        await using (new Disposable(signal, trace))
        {
            await foreach (var item in Items(signal, trace).WithCancellation(cancellation).ConfigureAwait(false))
            {
                sum += item;
                if (end == End.Break && item == 2)
                {
                    break;
                }

                if (end == End.Thrown && item == 2)
                {
                    throw new FormatException("thrown");
                }
            }
        }

        return sum;
    }

    private static async IAsyncEnumerable<int> Items(Signal signal, Trace trace, [EnumeratorCancellation] CancellationToken cancellation = default)
    {
        try
        {
            for (var i = 0; i < 5; i++)
            {
                cancellation.ThrowIfCancellationRequested();
                yield return await Item(signal, i);
            }
        }
        finally
        {
            trace.Add("the iterator ends with", await Item(signal, 5));
        }
    }

    private static async ValueTask<int> Item(Signal signal, int item)
    {
        await signal;
        return item;
    }

    private sealed class Disposable(Signal signal, Trace trace) : IAsyncDisposable
    {
        public async ValueTask DisposeAsync()
        {
            trace.Add("disposing");
            await signal;
            trace.Add("disposed");
        }
    }
}
