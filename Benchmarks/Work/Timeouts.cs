namespace Work;

/// <summary>Waits for work, but no longer than a limit.</summary>
public static class Timeouts
{
    private static readonly TimeSpan s_long = TimeSpan.FromSeconds(30);

    /// <returns>Whether the work ended in time.</returns>
    public static async ValueTask<bool> RacedAsync(Task work, int milliseconds) => await Task.WhenAny(work, Task.Delay(milliseconds)) == work;

    /// <inheritdoc cref="RacedAsync"/>
    public static async ValueTask<bool> RacedWithTokenAsync(Task work, int milliseconds, CancellationToken token) =>
        await Task.WhenAny(work, Task.Delay(milliseconds, token)) == work;

    /// <returns>True.</returns>
    public static async ValueTask<bool> LimitedAsync(Task work)
    {
        await work.WaitAsync(s_long);
        return true;
    }

    /// <returns>True.</returns>
    public static async ValueTask<bool> LimitedWithTokenAsync(Task work, CancellationToken token)
    {
        await work.WaitAsync(s_long, token);
        return true;
    }

    /// <summary>Waits for a millisecond, a number of times.</summary>
    public static async ValueTask DelayedAsync(int times)
    {
        for (var i = 0; i < times; i++)
        {
            await Task.Delay(1);
        }
    }
}
