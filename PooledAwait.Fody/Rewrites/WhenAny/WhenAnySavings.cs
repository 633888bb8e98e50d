using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Rewrites.WhenAny;

/// <summary>
/// Estimates the bytes that one call saves. The base library copies the tasks into an array of its own. The compiler makes one more array, unless it makes a span. For two tasks, the base library has
/// a special promise, which needs no array.
/// </summary>
internal static class WhenAnySavings
{
    private const int ArrayHeader = BytesSaved.ObjectHeader + BytesSaved.Reference;
    private const int FewestWithAnArray = 3;

    public static BytesSaved Of(WhenAnyCall call)
    {
        // The number of tasks in an array or a span is known only at run time, so the smallest number is assumed.
        var tasks = call.Tasks ?? FewestWithAnArray;
        var array = ArrayHeader + tasks * BytesSaved.Reference;
        return new BytesSaved(
            Array: call.Array == null ? 0 : array,
            Promise: (tasks < FewestWithAnArray ? 0 : array + BytesSaved.ObjectHeader) + (call.Await == null ? 0 : BytesSaved.OneTask));
    }
}
