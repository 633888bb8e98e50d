namespace System.Threading.Tasks;

/// <summary>
/// A continuation of a task. On completion, the task calls <see cref="Invoke"/> and passes itself. The base library's own promises implement this interface.
/// </summary>
public interface ITaskCompletionAction
{
    /// <summary>
    /// False if the continuation runs no arbitrary code. Then the task invokes the continuation in place even if the task must queue its other continuations.
    /// </summary>
    bool InvokeMayRunArbitraryCode { get; }

    /// <summary>Called once, when the task completes.</summary>
    /// <param name="completingTask">The task.</param>
    void Invoke(Task completingTask);
}
