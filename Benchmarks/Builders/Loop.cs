namespace Benchmarks.Builders;

/// <summary>Awaits one call after another. The number of calls is so large that the loop's own allocation does not matter.</summary>
internal static class Loop
{
    public const int Calls = 10_000;

    public static async Task<int> AwaitAsync(Func<ValueTask<int>> call)
    {
        var sum = 0;
        for (var i = 0; i < Calls; i++)
        {
            sum += await call();
        }

        return sum;
    }
}
