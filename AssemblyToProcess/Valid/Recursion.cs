namespace AssemblyToProcess.Valid;

/// <summary>One method that is in flight many times at once. Each call has its own state machine.</summary>
public static class Recursion
{
    public static async Task Has_a_machine_for_every_call(Trace trace)
    {
        trace.Add("fibonacci", await Fibonacci(9));
        trace.Add("even", await IsEven(20));
        trace.Add("odd", await IsEven(21));
    }

    public static async Task Unwinds_from_the_innermost(Trace trace)
    {
        var turnstile = new Turnstile();
        var pending = Descend(trace, turnstile, 5);
        trace.Add("waiting", turnstile.Waiting);
        turnstile.Pass();
        trace.Add("path", await pending);
    }

    private static async ValueTask<int> Fibonacci(int n)
    {
        if (n < 2)
        {
            return n;
        }

        if (n % 2 == 0)
        {
            await Task.Yield();
        }

        return await Fibonacci(n - 1) + await Fibonacci(n - 2);
    }

    private static async ValueTask<bool> IsEven(int n)
    {
        await Task.Yield();
        return n == 0 || await IsOdd(n - 1);
    }

    private static async ValueTask<bool> IsOdd(int n) => n != 0 && await IsEven(n - 1);

    private static async ValueTask<string> Descend(Trace trace, Turnstile turnstile, int depth)
    {
        if (depth == 0)
        {
            await turnstile;
            return ".";
        }

        var below = await Descend(trace, turnstile, depth - 1);
        trace.Add("back at", depth);
        return depth + below;
    }
}
