using System.Runtime.CompilerServices;

namespace AssemblyToProcess.Support;

/// <summary>An awaitable that always suspends. <see cref="Pass"/> resumes the call that has waited longest, on the calling thread.</summary>
public sealed class Turnstile : ICriticalNotifyCompletion
{
    private readonly Queue<Action> _waiting = new();

    public int Waiting => _waiting.Count;

    public bool IsCompleted => false;

    public Turnstile GetAwaiter() => this;

    public void GetResult()
    {
    }

    public void OnCompleted(Action continuation) => _waiting.Enqueue(continuation);

    public void UnsafeOnCompleted(Action continuation) => _waiting.Enqueue(continuation);

    public void Pass() => _waiting.Dequeue()();

    public void PassAll()
    {
        while (_waiting.Count > 0)
        {
            Pass();
        }
    }

    /// <summary>Resumes waiting calls until a task has ended.</summary>
    /// <exception cref="InvalidOperationException">No call waits here, and the task has not ended.</exception>
    public T ResultOf<T>(Task<T> task)
    {
        while (!task.IsCompleted)
        {
            Pass();
        }

        return task.Result;
    }
}
