#if NET8_0_OR_GREATER
namespace PooledAwait.Runtime;

/// <summary>
/// Makes timers that are not started, and that capture no ExecutionContext. A timer that captured one would run in the context of its first user, and keep that
/// context alive.
/// </summary>
internal static class StoppedTimer
{
    public static Timer Make(TimerCallback callback, object? state)
    {
        if (ExecutionContext.IsFlowSuppressed())
        {
            return New(callback, state);
        }

        using (ExecutionContext.SuppressFlow())
        {
            return New(callback, state);
        }
    }

    private static Timer New(TimerCallback callback, object? state) => new(callback, state, TimedWaits.Infinite, TimedWaits.Infinite);
}
#endif
