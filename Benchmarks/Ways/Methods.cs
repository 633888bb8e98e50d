using System.Runtime.CompilerServices;

namespace Benchmarks.Ways;

/// <summary>The methods of a build.</summary>
/// <param name="Value">Suspends once.</param>
/// <param name="Task">The same, with four longs in its machine.</param>
/// <param name="Void">The same, for a caller that does not wait.</param>
/// <param name="TenDeep">Tasks of ten calls, each inside the next.</param>
/// <param name="Yield">Yields once.</param>
/// <param name="TenDeepYield">ValueTasks of ten calls, each inside the next; the innermost one yields.</param>
/// <param name="WhenAny">Awaits who comes first of two.</param>
/// <param name="Fresh">The class of methods that were not called before, one for each type argument.</param>
internal sealed record Methods(
    Func<ValueTask<int>, ValueTask<int>> Value,
    Func<ValueTask<int>, Task<int>> Task,
    Action<ValueTask<int>, StrongBox<int>> Void,
    Func<ValueTask<int>, ValueTask<int>> TenDeep,
    Func<ValueTask<int>> Yield,
    Func<ValueTask<int>> TenDeepYield,
    Func<Task, Task, int, ValueTask<int>> WhenAny,
    Type Fresh);
