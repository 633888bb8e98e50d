using PooledAwait.Fody.Options;
using PooledAwait.Fody.Reporting;

namespace PooledAwait.Fody.Builders;

/// <summary>
/// What a call that suspends allocates with the base library's builder: a box that is the task, and has the machine in it. A pooled builder
/// saves all of it, or all but the task where callers get one.
/// </summary>
internal static class BuilderSavings
{
    public static BytesSaved Of(AsyncMethod method)
    {
        // Whatever else a box keeps stands in fields that a task has anyway.
        var machine = StateMachineSize.Of(method.StateMachine);
        return new BytesSaved(Machine: method.Builder.Kind == BuilderKinds.Task ? machine : BytesSaved.OneTask + machine);
    }
}
