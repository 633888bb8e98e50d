using System.Runtime.CompilerServices;

namespace AssemblyToProcess.Support;

/// <summary>An awaitable that always suspends, until it lets the one pass who has waited longest, on the thread that says so.</summary>
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

    /// <summary>Lets pass who waits until a task has ended.</summary>
    /// <exception cref="InvalidOperationException">Nobody waits here, and the task has not ended.</exception>
    public T ResultOf<T>(Task<T> task)
    {
        while (!task.IsCompleted)
        {
            Pass();
        }

        return task.Result;
    }
}
