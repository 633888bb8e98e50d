using System.Runtime.CompilerServices;

namespace System.Threading.Tasks;

/// <summary>The continuation of an await. The awaited task runs it on completion.</summary>
public class AwaitTaskContinuation
{
    /// <summary>
    /// Runs a box in place if the current SynchronizationContext and TaskScheduler allow that. Otherwise queues the box. While the box runs in place, the
    /// thread has no current task.
    /// </summary>
    /// <param name="box">The box.</param>
    /// <param name="allowInlining">False if the continuation must be queued.</param>
    public static void RunOrScheduleAction(IAsyncStateMachineBox box, bool allowInlining) => throw null!;

    /// <summary>Runs an action in place or queues it, under the same conditions as the other overload.</summary>
    /// <param name="action">The action.</param>
    /// <param name="allowInlining">False if the continuation must be queued.</param>
    public static void RunOrScheduleAction(Action action, bool allowInlining) => throw null!;
}
