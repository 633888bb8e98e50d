namespace Benchmarks.Builders;

/// <summary>Awaits one call after another. There are so many calls that the loop's own allocation does not show.</summary>
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
