using System.Runtime.CompilerServices;

namespace Benchmarks.Ways;

/// <summary>The methods of a build.</summary>
/// <param name="Value">A method that suspends once.</param>
/// <param name="Task">A method that suspends once, with four longs in its machine.</param>
/// <param name="Void">An <c>async void</c> method that suspends once.</param>
/// <param name="TenDeep">Ten nested calls that return tasks.</param>
/// <param name="Yield">A method that yields once.</param>
/// <param name="TenDeepYield">Ten nested calls that return ValueTasks; the innermost one yields.</param>
/// <param name="WhenAny">A method that awaits <c>Task.WhenAny</c> of two tasks.</param>
/// <param name="Fresh">The generic class of methods that were not called before; each type argument makes new methods.</param>
internal sealed record Methods(
    Func<ValueTask<int>, ValueTask<int>> Value,
    Func<ValueTask<int>, Task<int>> Task,
    Action<ValueTask<int>, StrongBox<int>> Void,
    Func<ValueTask<int>, ValueTask<int>> TenDeep,
    Func<ValueTask<int>> Yield,
    Func<ValueTask<int>> TenDeepYield,
    Func<Task, Task, int, ValueTask<int>> WhenAny,
    Type Fresh);
