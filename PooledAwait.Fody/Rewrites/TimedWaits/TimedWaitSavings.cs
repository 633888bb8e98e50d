using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Rewrites.TimedWaits;

/// <summary>
/// Estimates the bytes that one call saves: its task, and the timer and the continuation that belong to the task. A delay that a <c>WhenAny</c> gets also saves
/// the task and the arrays of the <c>WhenAny</c>.
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
