using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Rewrites.TimedWaits;

/// <summary>
/// Estimates the bytes that one call saves: its task, the timer if the call waits for a time, and the continuation if the call is <c>WaitAsync</c>. If a
/// <c>WhenAny</c> gets the delay, adds the bytes that the <c>WhenAny</c> saves.
/// </summary>
internal static class TimedWaitSavings
{
    private const int Timer = 12 * BytesSaved.Reference;
    private const int Continuation = BytesSaved.ObjectHeader + 2 * BytesSaved.Reference;

    public static BytesSaved Of(TimedWait wait)
    {
        var whenAny = wait.Race == null ? new BytesSaved() : WhenAnySavings.Of(wait.Race.Tasks, savesArray: wait.Race.Overload.Parameters == WhenAnyParameters.Array, isAwaited: true);
        return whenAny with { Task = BytesSaved.OneTask, Promise = whenAny.Promise + (wait.Overload.HasTime ? Timer : 0) + (wait.Overload.IsWaitAsync ? Continuation : 0) };
    }
}
