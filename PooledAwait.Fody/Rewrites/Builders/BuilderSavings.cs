using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Options;

namespace PooledAwait.Fody.Rewrites.Builders;

/// <summary>
/// What a pooled builder saves. With the base library's builder, a call that suspends allocates a box, which is the task and contains the machine. A pooled builder
/// saves all of it, or all except the task if callers get one.
/// </summary>
internal static class BuilderSavings
{
    /// <summary>What a method that is left alone would save with a pooled builder; null if that is nothing, or if the method would keep its own builder.</summary>
    /// <param name="method">The method.</param>
    /// <param name="minimum">The size of the smallest machine for which a Task method gets a pooled builder.</param>
    public static BytesSaved? IfPooled(AsyncMethod method, int minimum)
    {
        var isTask = method.Builder.Kind == PooledBuilders.Task;
        return method.Suspends && !(isTask && (!method.StateMachine.IsValueType || StateMachineSize.Of(method.StateMachine) < minimum)) ? Of(method) : null;
    }

    public static BytesSaved Of(AsyncMethod method)
    {
        // A box keeps everything else in fields that a task has anyway.
        var machine = StateMachineSize.Of(method.StateMachine);
        return new BytesSaved(Machine: method.Builder.Kind == PooledBuilders.Task ? machine : BytesSaved.OneTask + machine);
    }
}
