using System.Runtime.CompilerServices;

namespace AssemblyToProcess.LeftAlone;

/// <summary>A task-like type with its own builder.</summary>
public static class TaskLikes
{
    public static void Stay(Trace trace)
    {
        var turnstile = new Turnstile();
        var promise = Call(turnstile);
        trace.Add("complete", promise.IsCompleted);
        turnstile.Pass();
        trace.Add("value", promise.Value);
    }

    private static async Promise<int> Call(Turnstile turnstile)
    {
        await turnstile;
        return 1;
    }

    [AsyncMethodBuilder(typeof(PromiseBuilder<>))]
    public sealed class Promise<T>
    {
        public bool IsCompleted { get; private set; }

        public T? Value { get; private set; }

        public void Complete(T value) => (IsCompleted, Value) = (true, value);
    }

    public struct PromiseBuilder<T>
    {
        private AsyncTaskMethodBuilder _inner;

        public Promise<T> Task { get; private set; }

        public static PromiseBuilder<T> Create() => new() { Task = new Promise<T>(), _inner = AsyncTaskMethodBuilder.Create() };

        public void Start<TStateMachine>(ref TStateMachine stateMachine)
            where TStateMachine : IAsyncStateMachine => _inner.Start(ref stateMachine);

        public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
        {
        }

        public readonly void SetResult(T result) => Task.Complete(result);

        public readonly void SetException(Exception exception) => throw exception;

        public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
            where TAwaiter : INotifyCompletion
            where TStateMachine : IAsyncStateMachine => _inner.AwaitOnCompleted(ref awaiter, ref stateMachine);

        public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
            where TAwaiter : ICriticalNotifyCompletion
            where TStateMachine : IAsyncStateMachine => _inner.AwaitUnsafeOnCompleted(ref awaiter, ref stateMachine);
    }
}
