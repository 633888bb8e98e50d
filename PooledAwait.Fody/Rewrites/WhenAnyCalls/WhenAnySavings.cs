using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Rewrites;

/// <summary>
/// Estimates the bytes that one changed call of <c>WhenAny</c> saves. The base library copies the tasks into an array of its own. The calling code often makes
/// an array too. For two tasks, the base library has a special promise (the object that waits for the tasks), which needs no array.
/// </summary>
internal static class WhenAnySavings
{
    private const int ArrayHeader = BytesSaved.ObjectHeader + BytesSaved.Reference;
    private const int FewestWithAnArray = 3;

    /// <param name="count">The number of tasks; null if the number is known only at run time.</param>
    /// <param name="savesArray">Whether the change removes the array of the arguments.</param>
    /// <param name="isAwaited">Whether the call is awaited, so that the change saves the call's task.</param>
    public static BytesSaved Of(int? count, bool savesArray, bool isAwaited)
    {
        // If the number of tasks is not known, the estimate uses the smallest number for which the base library makes an array.
        var tasks = count ?? FewestWithAnArray;
        var array = ArrayHeader + tasks * BytesSaved.Reference;
        return new BytesSaved(
            Array: savesArray ? array : 0,
            Promise: (tasks < FewestWithAnArray ? 0 : array + BytesSaved.ObjectHeader) + (isAwaited ? BytesSaved.OneTask : 0));
    }
}
