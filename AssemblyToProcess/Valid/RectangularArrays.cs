namespace AssemblyToProcess.Valid;

/// <summary>Type parameters in two-dimensional arrays, whose signatures contain the lower bound of each dimension.</summary>
public static class RectangularArrays
{
    public static void Of_a_type_parameter(Trace trace)
    {
        var turnstile = new Turnstile();
        trace.Add("through an interface", turnstile.ResultOf(CountAll(new Counter<string>(), new Counter<int>(), turnstile)));
        trace.Add("in a continuation", Continue(Task.FromResult(new int[2, 3]), new int[4, 5]));
    }

    private static async Task<int> CountAll(ICounter<string> texts, ICounter<int> numbers, Turnstile turnstile) =>
        await texts.Count(turnstile, new string[2, 3]) + await numbers.Count(turnstile, new int[4, 5]) + await Twice(numbers, turnstile, new int[6, 7]);

    private static async Task<int> Twice<T>(ICounter<T> counter, Turnstile turnstile, T[,] items) => 2 * await counter.Count(turnstile, items);

    private static int Continue<T>(Task<T[,]> task, T[,] more) => task.ContinueWith(t => (1000 * t.Result.Length) + more.Length + typeof(T).Name.Length).Result;

    private interface ICounter<T>
    {
        Task<int> Count(Turnstile turnstile, T[,] items);
    }

    private sealed class Counter<T> : ICounter<T>
    {
        public async Task<int> Count(Turnstile turnstile, T[,] items)
        {
            await turnstile;
            return items.Length;
        }
    }
}
