using PooledAwait.Fody.Options;
using PooledAwait.Fody.Reasons;

namespace PooledAwait.Fody.Builders;

/// <summary>
/// What a call that suspends allocates with the base library's builder: a box that is the task, and has the machine in it. A pooled builder
/// saves all of it, or all but the task where callers get one.
/// </summary>
internal static class BuilderSavings
{
    /// <summary>What a method that is left alone would save with a pooled builder; null where that is nothing, or where it would keep its own.</summary>
    /// <param name="method">The method.</param>
    /// <param name="minimum">The size of the smallest machine with which a Task method gets another builder.</param>
    public static BytesSaved? IfPooled(AsyncMethod method, int minimum)
    {
        var isTask = method.Builder.Kind == PooledBuilders.Task;
        return method.Suspends && !(isTask && (!method.StateMachine.IsValueType || StateMachineSize.Of(method.StateMachine) < minimum)) ? Of(method) : null;
    }

    public static BytesSaved Of(AsyncMethod method)
    {
        // Whatever else a box keeps stands in fields that a task has anyway.
        var machine = StateMachineSize.Of(method.StateMachine);
        return new BytesSaved(Machine: method.Builder.Kind == PooledBuilders.Task ? machine : BytesSaved.OneTask + machine);
    }
}
