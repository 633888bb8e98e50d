using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Options;

namespace PooledAwait.Fody.Rewrites.Builders;

/// <summary>
/// Estimates what a pooled builder saves. With the base library's builder, a call that suspends allocates a box, which is the task and contains the machine. A pooled builder saves the whole box, or,
/// if callers get a task, only the machine.
/// </summary>
internal static class BuilderSavings
{
    /// <summary>Estimates what a method that is left alone would save with a pooled builder; null if that is nothing, or if the method would keep its builder in any case.</summary>
    /// <param name="method">The method.</param>
    /// <param name="minimum">The machine size from which a Task method gets a pooled builder.</param>
    public static BytesSaved? IfPooled(AsyncMethod method, int minimum)
    {
        var isTask = method.Builder.Kind == PooledBuilders.Task;
        return method.Suspends && !(isTask && (!method.StateMachine.IsValueType || StateMachineSize.Of(method.StateMachine) < minimum)) ? Of(method) : null;
    }

    public static BytesSaved Of(AsyncMethod method)
    {
        // A box keeps everything except the machine in fields that every task has.
        var machine = StateMachineSize.Of(method.StateMachine);
        return new BytesSaved(Machine: method.Builder.Kind == PooledBuilders.Task ? machine : BytesSaved.OneTask + machine);
    }
}
