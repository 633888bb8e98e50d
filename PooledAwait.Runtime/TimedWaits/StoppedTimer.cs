#if NET8_0_OR_GREATER
namespace PooledAwait.Runtime;

/// <summary>
/// Makes timers that are not started, and that capture no ExecutionContext. A captured context would be that of the timer's first user. The timer's callback
/// would run in this context for later users, too, and the timer would keep the context alive.
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
