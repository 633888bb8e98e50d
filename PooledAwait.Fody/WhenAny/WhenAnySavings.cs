using PooledAwait.Fody.Reasons;

namespace PooledAwait.Fody.WhenAny;

/// <summary>
/// What one call allocates less. The base library keeps the tasks in an array of its own, beside the one that the compiler makes where it
/// does not make a span; two tasks have a promise of their own there, which needs none.
/// </summary>
internal static class WhenAnySavings
{
    private const int ArrayHeader = BytesSaved.ObjectHeader + BytesSaved.Reference;
    private const int FewestWithAnArray = 3;

    public static BytesSaved Of(WhenAnyCall call)
    {
        // How many tasks are in an array or a span is known only when it runs.
        var tasks = call.Tasks ?? FewestWithAnArray;
        var array = ArrayHeader + tasks * BytesSaved.Reference;
        return new BytesSaved(
            Array: call.Array == null ? 0 : array,
            Promise: (tasks < FewestWithAnArray ? 0 : array + BytesSaved.ObjectHeader) + (call.Await == null ? 0 : BytesSaved.OneTask));
    }
}
