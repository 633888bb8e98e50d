using PooledAwait.Fody.Options;
using PooledAwait.Fody.Reporting;

namespace PooledAwait.Fody.Builders;

/// <summary>
/// What a call that suspends allocates with the base library's builder: a box that is the task, and has the machine in it. A pooled builder
/// saves all of it, or all but the task where callers get one.
/// </summary>
internal static class BuilderSavings
{
    /// <summary>A task with its result; a box keeps what it has beyond the machine in fields that a task has anyway.</summary>
    private const int Task = BytesSaved.ObjectHeader + 7 * BytesSaved.Reference;

    public static BytesSaved Of(AsyncMethod method)
    {
        var machine = StateMachineSize.Of(method.StateMachine);
        return new BytesSaved(Machine: method.Builder.Kind == BuilderKinds.Task ? machine : Task + machine);
    }
}
