using PooledAwait.Fody.Options;
using PooledAwait.Fody.Reporting;

namespace PooledAwait.Fody.Builders;

/// <summary>
/// What a call that suspends allocates with the base library's builder: a box that is the task, and has the machine in it. A pooled builder
/// saves all of it, or all but the task where callers get one.
/// </summary>
internal static class BuilderSavings
{
    /// <summary>The fields of a task and those of the box, without the machine: what continues it, and the execution context.</summary>
    private const int Task = BytesSaved.ObjectHeader + 7 * BytesSaved.Reference;
    private const int Box = 2 * BytesSaved.Reference;

    public static BytesSaved Of(AsyncMethod method)
    {
        var machine = StateMachineSize.Of(method.StateMachine);
        return new BytesSaved(Machine: method.Builder.Kind == BuilderKinds.Task ? Box + machine : Task + Box + machine);
    }
}
