using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Rewrites.WhenAny;

/// <summary>
/// The bytes that one call saves. The base library keeps the tasks in an array of its own, in addition to the array that the compiler makes if it
/// does not make a span. For two tasks the base library has a promise of its own, which needs no array.
/// </summary>
internal static class WhenAnySavings
{
    private const int ArrayHeader = BytesSaved.ObjectHeader + BytesSaved.Reference;
    private const int FewestWithAnArray = 3;

    public static BytesSaved Of(WhenAnyCall call)
    {
        // How many tasks are in an array or a span is known only at run time.
        var tasks = call.Tasks ?? FewestWithAnArray;
        var array = ArrayHeader + tasks * BytesSaved.Reference;
        return new BytesSaved(
            Array: call.Array == null ? 0 : array,
            Promise: (tasks < FewestWithAnArray ? 0 : array + BytesSaved.ObjectHeader) + (call.Await == null ? 0 : BytesSaved.OneTask));
    }
}
