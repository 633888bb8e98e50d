namespace System.Threading.Tasks;

/// <summary>A continuation that a task invokes when it completes, with itself as the argument. The base library's own promises are such continuations.</summary>
public interface ITaskCompletionAction
{
    /// <summary>False if the task may invoke the continuation in place even when it must not run arbitrary code in place.</summary>
    bool InvokeMayRunArbitraryCode { get; }

    /// <summary>Called once, when the task completes.</summary>
    /// <param name="completingTask">The task.</param>
    void Invoke(Task completingTask);
}
