using System.Runtime.CompilerServices;

namespace System.Threading.Tasks;

/// <summary>What a task runs when it completes, on behalf of an await.</summary>
public class AwaitTaskContinuation
{
    /// <summary>Runs a box in place if nothing is current that it could disturb, and queues it otherwise. Hides the task that the thread is running from the box.</summary>
    /// <param name="box">The box.</param>
    /// <param name="allowInlining">Whether it may run in place at all.</param>
    public static void RunOrScheduleAction(IAsyncStateMachineBox box, bool allowInlining) => throw null!;

    /// <summary>The same for an action.</summary>
    /// <param name="action">The action.</param>
    /// <param name="allowInlining">Whether it may run in place at all.</param>
    public static void RunOrScheduleAction(Action action, bool allowInlining) => throw null!;
}
