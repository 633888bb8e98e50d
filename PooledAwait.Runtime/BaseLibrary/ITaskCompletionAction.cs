namespace System.Threading.Tasks;

/// <summary>
/// A continuation of a task. When the task completes, it invokes the continuation and passes itself. The base library's own promises implement this interface.
/// </summary>
public interface ITaskCompletionAction
{
    /// <summary>False if the continuation runs no arbitrary code. Then the task may invoke it in place even if it must not run arbitrary code there.</summary>
    bool InvokeMayRunArbitraryCode { get; }

    /// <summary>Called once, when the task completes.</summary>
    /// <param name="completingTask">The task.</param>
    void Invoke(Task completingTask);
}
