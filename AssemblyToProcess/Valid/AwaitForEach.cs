namespace AssemblyToProcess.Valid;

/// <summary>Consumers of async iterators. The iterators themselves are left alone.</summary>
public static class AwaitForEach
{
    public static async Task Consumes_a_stream(Trace trace)
    {
        trace.Add("sum", await Sum(Numbers(trace, 4), 100));
        trace.Add("left early", await Sum(Numbers(trace, 4), 1));
        trace.Add("configured", await Configured(Numbers(trace, 2)));
        trace.Add("by hand", await First(new Countdown(3)));
    }

    private static async ValueTask<int> Sum(IAsyncEnumerable<int> numbers, int limit)
    {
        var sum = 0;
        await foreach (var number in numbers)
        {
            sum += number;
            if (sum > limit)
            {
                break;
            }
        }

        return sum;
    }

    private static async ValueTask<int> Configured(IAsyncEnumerable<int> numbers)
    {
        var count = 0;
        await foreach (var number in numbers.ConfigureAwait(false))
        {
            count += number;
            await Task.Yield();
        }

        return count;
    }

    private static async ValueTask<int> First(Countdown countdown)
    {
        await foreach (var number in countdown)
        {
            return number;
        }

        return -1;
    }

    private static async IAsyncEnumerable<int> Numbers(Trace trace, int count)
    {
        try
        {
            for (var i = 0; i < count; i++)
            {
                await Task.Yield();
                yield return i;
            }
        }
        finally
        {
            await Task.Yield();
            trace.Add("stream ended");
        }
    }

    private sealed class Countdown
    {
        private int _left;

        public Countdown(int from) => _left = from;

        public int Current => _left;

        public Countdown GetAsyncEnumerator() => this;

        public async ValueTask<bool> MoveNextAsync()
        {
            await Task.Yield();
            return --_left > 0;
        }
    }
}
