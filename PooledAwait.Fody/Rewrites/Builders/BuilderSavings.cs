using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Options;

namespace PooledAwait.Fody.Rewrites.Builders;

/// <summary>
/// Estimates what a pooled builder saves. With the base library's builder, a call that suspends allocates a box. This box is the call's task, and contains the
/// machine. If the method returns a ValueTask, a pooled builder saves the whole box. If the method returns a Task, a pooled builder saves only the machine,
/// because callers still get a task.
/// </summary>
internal static class BuilderSavings
{
    /// <summary>
    /// Estimates what a pooled builder would save for a method that is left alone. Returns null if the method never suspends. Also returns null for a method
    /// that returns a Task, if its machine is a class or is smaller than <paramref name="minimum"/>.
    /// </summary>
    /// <param name="method">The method.</param>
    /// <param name="minimum">The smallest size of a machine for which a method that returns a Task gets a pooled builder.</param>
    public static BytesSaved? IfPooled(AsyncMethod method, int minimum)
    {
        var isTask = method.Builder.Kind == PooledBuilders.Task;
        return method.Suspends && !(isTask && (!method.StateMachine.IsValueType || StateMachineSize.Of(method.StateMachine) < minimum)) ? Of(method) : null;
    }

    public static BytesSaved Of(AsyncMethod method)
    {
        // A box is as large as a task and the machine together, because a box keeps all its other data in fields that every task has.
        var machine = StateMachineSize.Of(method.StateMachine);
        return new BytesSaved(Machine: method.Builder.Kind == PooledBuilders.Task ? machine : BytesSaved.OneTask + machine);
    }
}
